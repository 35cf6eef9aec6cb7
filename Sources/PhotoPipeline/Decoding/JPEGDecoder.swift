import DurableFiles

#if canImport(CJPEG)
  import CJPEG

  /// Decodes a JPEG group of rows by group of rows into its planes, without color conversion.
  final class JPEGDecoder: PictureDecoder, @unchecked Sendable {
    // Sendable is unchecked because libjpeg's state behind `decoder` is mutable. It is safe because the
    // one thread that decodes is the only one to call it between `start()` and the end of that thread.

    let layout: PictureLayout
    /// Bytes of coefficients that decoding holds if the file does not stream, else 0.
    private let coefficientBytes: Int
    private let decoder: OpaquePointer
    private let reader: Reader
    private let usesScanDecoder: Bool
    /// The faster decoder, as long as all is regular.
    private var scan: ScanDecoder?

    /// Whether libjpeg has no part in it.
    var isDecodingScan: Bool { scan != nil }

    /// Reads the header of the picture in `source`.
    ///
    /// - Parameter usesScanDecoder: Whether a ``ScanDecoder`` may decode a picture that it can decode. The
    ///   samples are the same.
    /// - Throws: ``PhotoPreparer/Error`` for what is no JPEG or not decoded, ``FileSystemError`` if it
    ///   cannot be read.
    init(_ source: any ByteSource, usesScanDecoder: Bool = true) throws {
      let reader = Reader(source)
      let context = Unmanaged.passUnretained(reader).toOpaque()
      let decoder = cjpeg_decoder_create(
        { context, buffer, capacity in
          guard let context, let buffer else { return -1 }
          return Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
            .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
        }, context)
      guard let decoder else {
        throw PhotoPreparer.Error.tooLarge(file: source.name, reason: "there is no memory to decode it")
      }
      var picture = cjpeg_picture()
      let status = cjpeg_decoder_read_header(decoder, &picture)
      self.reader = reader
      self.usesScanDecoder = usesScanDecoder
      self.decoder = decoder
      layout = PictureLayout(picture)
      coefficientBytes = picture.coefficient_bytes
      guard status == CJPEG_OK else { throw error(for: status) }
    }

    deinit { cjpeg_decoder_destroy(decoder) }

    func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
      try layout.check(limits, file: reader.source.name)
      guard coefficientBytes <= limits.memory else {
        throw .tooLarge(
          file: reader.source.name,
          reason: """
            a progressive picture of \(layout.size.width)x\(layout.size.height) needs \
            \(coefficientBytes >> 20) MiB to decode, the limit is \(limits.memory >> 20) MiB
            """)
      }
    }

    /// More scans than this are refused: a small file could keep the decoder busy for hours. Encoders
    /// write about ten; the finest script that is of any use, one bit of one coefficient a scan, has
    /// fewer than this for the coefficients that photos have.
    private static let maximumScans: CInt = 200

    /// A file that does not stream is read to its end.
    func start() throws {
      var description = cjpeg_scan()
      if usesScanDecoder, cjpeg_decoder_describe_scan(decoder, &description) {
        scan = try ScanDecoder(
          description, layout: layout, source: reader.source,
          offset: reader.offset - description.unread_count)
      }
      if scan == nil { try startLibrary() }
    }

    private func startLibrary() throws {
      let status = cjpeg_decoder_start(decoder, Self.maximumScans)
      guard status == CJPEG_OK else { throw error(for: status) }
    }

    func readGroup(_ index: Int, into window: RowWindow) throws {
      if let scan {
        do {
          return try scan.readGroup(index, into: window)
        } catch is ScanDecoder.Irregularity {
          // libjpeg, which still stands before the first row, says what it is. The rows before were the
          // same to it.
          self.scan = nil
          try startLibrary()
          for earlier in 0..<index { try decodeGroup(earlier, to: index, in: window) }
        }
      }
      try decodeGroup(index, to: index, in: window)
    }

    /// Decodes group `index` by libjpeg to the place of group `place`.
    private func decodeGroup(_ index: Int, to place: Int, in window: RowWindow) throws {
      let planes = window.planes.map { Optional($0.row(place * $0.groupRows)) }
      let status = cjpeg_decoder_read_group(decoder, planes, window.planes.map(\.stride))
      guard status == CJPEG_OK else { throw error(for: status, rowsDone: index * layout.groupRows) }
      guard index + 1 == layout.groupCount else { return }
      let end = cjpeg_decoder_finish(decoder)
      guard end == CJPEG_OK else { throw error(for: end) }
    }

    private func error(for status: cjpeg_status, rowsDone: Int? = nil) -> any Error {
      let file = reader.source.name
      let message = String(cString: cjpeg_decoder_message(decoder))
      switch status {
      case CJPEG_READ_FAILED:
        if let failure = reader.failure { return failure }
        return FileSystemError(code: .io, path: file, message: message)
      case CJPEG_NOT_JPEG:
        return PhotoPreparer.Error.notAnImage(file: file, reason: message)
      case CJPEG_UNSUPPORTED:
        return PhotoPreparer.Error.unsupported(file: file, reason: "a JPEG with \(message) is not decoded")
      case CJPEG_TOO_LARGE:
        return PhotoPreparer.Error.tooLarge(file: file, reason: message)
      default:
        guard let rowsDone else {
          return PhotoPreparer.Error.damaged(file: file, reason: message)
        }
        let height = layout.size.height
        return PhotoPreparer.Error.damaged(
          file: file, reason: "\(height - rowsDone) of \(height) rows are missing")
      }
    }
  }

  extension PictureLayout {
    fileprivate init(_ picture: cjpeg_picture) {
      let planes = [picture.planes.0, picture.planes.1, picture.planes.2, picture.planes.3]
      self.init(
        size: PixelSize(width: Int(picture.width), height: Int(picture.height)),
        color: Color(picture.color), planes: planes.prefix(Int(picture.plane_count)).map(Plane.init),
        groupRows: Int(picture.group_rows))
    }
  }

  extension PictureLayout.Color {
    fileprivate init(_ color: cjpeg_color) {
      switch color {
      case CJPEG_GRAY: self = .gray
      case CJPEG_RGB: self = .rgb
      case CJPEG_CMYK: self = .cmyk
      case CJPEG_YCCK: self = .ycck
      default: self = .yCbCr
      }
    }
  }

  extension PictureLayout.Plane {
    fileprivate init(_ plane: cjpeg_plane) {
      self.init(
        width: Int(plane.width), height: Int(plane.height),
        pixelsPerSample: Double(plane.horizontal_factor) / Double(plane.horizontal_divisor),
        pixelsPerSampleDown: Double(plane.vertical_factor) / Double(plane.vertical_divisor),
        groupWidth: Int(plane.group_width), groupRows: Int(plane.group_height))
    }
  }

  /// Feeds a ``ByteSource`` to libjpeg from front to back.
  private final class Reader {
    let source: any ByteSource
    private(set) var offset = 0
    private(set) var failure: FileSystemError?

    init(_ source: any ByteSource) { self.source = source }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      do {
        let count = try source.read(into: buffer, at: offset)
        offset += count
        return count
      } catch {
        failure = error
        return -1
      }
    }
  }
#endif
