import DurableFiles

#if canImport(CHEIF)
  import CHEIF

  /// A HEIF picture that libheif decoded whole.
  final class WholeHEIFPicture {
    let picture: DecodedPicture
    let isPremultiplied: Bool
    /// Owns the samples.
    private let image: OpaquePointer?

    /// Decodes the picture as coded, neither cropped nor turned, with its alpha.
    ///
    /// - Throws: ``PhotoPreparer/Error``, ``FileSystemError`` if `source` cannot be read.
    init(_ structure: HEIFStructure, in source: any ByteSource, threads: Int) throws {
      let coded = structure.image
      for image in [coded, structure.alpha].compactMap({ $0 }) {
        try CodedSizeCheck(image, in: source).run()
        guard let reason = image.refusal else { continue }
        throw PhotoPreparer.Error.unsupported(file: source.name, reason: reason)
      }
      let reader = Reader(source)
      var image: OpaquePointer?
      var picture = cheif_picture()
      // The reader outlives every call into libheif: it reads nothing after decoding.
      let status = withExtendedLifetime(reader) {
        cheif_image_decode(
          { context, offset, buffer, capacity in
            guard let context, let buffer else { return -1 }
            return Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
              .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity), at: Int(offset))
          }, Unmanaged.passUnretained(reader).toOpaque(), Int64(source.byteCount), UInt32(coded.id),
          cheif_chroma(coded.chroma), coded.longestCodedSide, CInt(threads), &image, &picture)
      }
      self.image = image
      // Alpha that was not checked is not taken either.
      if structure.alpha == nil { picture.planes.3 = cheif_plane() }
      self.picture = DecodedPicture(picture)
      isPremultiplied = picture.is_premultiplied
      guard status == CHEIF_OK else {
        let message = image.map { String(cString: cheif_image_message($0)) } ?? ""
        throw Self.error(for: status, message: message, failure: reader.failure, file: source.name)
      }
      guard self.picture.size == PixelSize(width: coded.width, height: coded.height) else {
        throw PhotoPreparer.Error.damaged(
          file: source.name,
          reason: """
            it says that it has \(coded.width)x\(coded.height) pixels, but \
            \(self.picture.size.width)x\(self.picture.size.height) are coded
            """)
      }
    }

    deinit { cheif_image_destroy(image) }

    private static func error(
      for status: cheif_status, message: String, failure: FileSystemError?, file: String
    ) -> any Error {
      switch status {
      case CHEIF_READ_FAILED:
        return failure ?? FileSystemError(code: .io, path: file, message: message)
      case CHEIF_ABSENT where message.isEmpty:
        return PhotoPreparer.Error.unsupported(
          file: file, reason: "HEIC and AVIF need libheif: install the package libheif1")
      case CHEIF_ABSENT:
        return PhotoPreparer.Error.unsupported(
          file: file, reason: "libheif has no decoder for this picture (\(sentence(message)))")
      case CHEIF_UNSUPPORTED:
        return PhotoPreparer.Error.unsupported(file: file, reason: sentence(message))
      case CHEIF_TOO_LARGE:
        return PhotoPreparer.Error.tooLarge(
          file: file, reason: message.isEmpty ? "there is no memory to decode it" : sentence(message))
      default:
        return PhotoPreparer.Error.damaged(file: file, reason: sentence(message))
      }
    }

    /// A message of libheif, which starts in upper case and may end with a full stop, as this program's are.
    private static func sentence(_ message: String) -> String {
      let text = message.hasSuffix(".") ? message.dropLast() : message[...]
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }

  extension WholeHEIFPicture: @unchecked Sendable {
    // It is safe because nothing changes after `init`, and the samples are only read.
  }

  extension cheif_chroma {
    fileprivate init(_ chroma: HEIFImage.Chroma?) {
      switch chroma {
      case .monochrome: self = CHEIF_GRAY
      case .yuv420: self = CHEIF_420
      case .yuv422: self = CHEIF_422
      case .yuv444: self = CHEIF_444
      case nil: self = CHEIF_UNKNOWN_CHROMA
      }
    }
  }

  extension HEIFImage {
    /// The longest side of what is decoded in pixels: that of the picture or of all its tiles, in whole blocks.
    fileprivate var longestCodedSide: CInt {
      let width = max(width, tileWidth.multipliedReportingOverflow(by: columns).partialValue)
      let height = max(height, tileHeight.multipliedReportingOverflow(by: rows).partialValue)
      return CInt(clamping: max(width, height) + 64)
    }
  }

  /// Feeds a ``ByteSource`` to libheif.
  private final class Reader {
    private let source: any ByteSource
    private(set) var failure: FileSystemError?

    init(_ source: any ByteSource) { self.source = source }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
      do {
        return try source.read(into: buffer, at: offset)
      } catch {
        failure = error
        return -1
      }
    }
  }
#endif
