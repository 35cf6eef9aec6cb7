#if canImport(CJPEG)
  import CJPEG

  /// Decodes a JPEG group of rows by group of rows into its planes, without color conversion.
  ///
  /// It is used by one thread at a time; a ``DecoderThread`` may take it over after `start()`.
  final class JPEGDecoder: @unchecked Sendable {
    // Sendable is unchecked because libjpeg's state behind `decoder` is mutable. It is safe because the
    // one thread that decodes is the only one to call it between `start()` and the end of that thread.

    let picture: cjpeg_picture
    /// The components of the picture.
    let planes: [cjpeg_plane]
    private let decoder: OpaquePointer
    private let reader: Reader

    /// Reads the header of the picture in `source`.
    ///
    /// - Throws: ``PhotoPreparer/Error`` for what is no JPEG or not decoded, ``FileSystemError`` if it
    ///   cannot be read.
    init(_ source: any ByteSource) throws {
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
      self.decoder = decoder
      self.picture = picture
      let first = [picture.planes.0, picture.planes.1, picture.planes.2]
      planes = Array(first.prefix(Int(picture.plane_count)))
      guard status == CJPEG_OK else { throw error(for: status) }
    }

    deinit { cjpeg_decoder_destroy(decoder) }

    /// Checks the picture against `limits` before memory is taken or a pixel is decoded.
    func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
      let pixels = Int(picture.width) * Int(picture.height)
      guard pixels <= limits.pixels else {
        throw .tooLarge(
          file: reader.source.name,
          reason: "\(picture.width)x\(picture.height) pixels are more than the limit of \(limits.pixels)")
      }
      guard picture.coefficient_bytes <= limits.memory else {
        throw .tooLarge(
          file: reader.source.name,
          reason: """
            a progressive picture of \(picture.width)x\(picture.height) needs \
            \(picture.coefficient_bytes >> 20) MiB to decode, the limit is \(limits.memory >> 20) MiB
            """)
      }
    }

    /// More scans than this are refused: a small file could keep the decoder busy for hours. Encoders
    /// write about ten; the finest script that is of any use, one bit of one coefficient a scan, has
    /// fewer than this for the coefficients that photos have.
    private static let maximumScans: CInt = 200

    /// Prepares for `readGroup`. A file that does not stream is read to its end.
    func start() throws {
      let status = cjpeg_decoder_start(decoder, Self.maximumScans)
      guard status == CJPEG_OK else { throw error(for: status) }
    }

    /// Decodes group `index` into its place in `window`. Groups are decoded in order, each once.
    func readGroup(_ index: Int, into window: RowWindow) throws {
      let planes = window.planes.map { Optional($0.row(index * $0.groupRows)) }
      let status = cjpeg_decoder_read_group(decoder, planes, window.planes.map(\.stride))
      guard status == CJPEG_OK else { throw error(for: status, rowsDone: index * Int(picture.group_rows)) }
      guard index + 1 == Int(picture.group_count) else { return }
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
        let height = Int(picture.height)
        return PhotoPreparer.Error.damaged(
          file: file, reason: "\(height - rowsDone) of \(height) rows are missing")
      }
    }
  }

  /// Feeds a ``ByteSource`` to libjpeg from front to back.
  private final class Reader {
    let source: any ByteSource
    private var offset = 0
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
