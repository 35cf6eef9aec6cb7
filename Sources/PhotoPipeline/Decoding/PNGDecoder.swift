import DurableFiles

#if canImport(CSPNG)
  import CSPNG

  /// Decodes a PNG row by row; an interlaced one whole.
  ///
  /// Colors stay those of the file: gamma, chromaticities and profile are not applied here.
  final class PNGDecoder: PictureDecoder, @unchecked Sendable {
    // Sendable is unchecked because libspng's state behind `context` is mutable. It is safe because the
    // one thread that decodes is the only one to call it between `start()` and the end of that thread.

    let layout: PictureLayout
    private let header: PNGStructure
    private let source: any ByteSource
    private let stream: PNGChunkStream
    private var context: OpaquePointer?
    private var rows: PNGRowReader?
    /// The row that libspng writes. Its memory is aligned as malloc(3) does.
    private var row: ZeroedMemory?
    /// The planes of an interlaced picture, one behind the other.
    private var whole: ZeroedMemory?

    /// Rows that are handed out at once.
    private static let groupRows = 8

    /// Reads the header of the picture in `source`.
    ///
    /// - Throws: ``PhotoPreparer/Error`` for what is no PNG or not decoded, ``FileSystemError`` if it
    ///   cannot be read.
    init(_ source: any ByteSource) throws {
      header = try PNGStructure.header(of: source)
      self.source = source
      stream = PNGChunkStream(source, header: header)
      layout = .full(header.size, color: header.colorType.isGray ? .gray : .rgb, groupRows: Self.groupRows)
    }

    deinit { spng_ctx_free(context) }

    /// libspng holds two rows, this decoder one, and all planes where rows are interlaced.
    private var neededBytes: Int {
      let planes = header.isInterlaced ? header.size.width * header.size.height * layout.planes.count : 0
      return 3 * header.rowByteCount(width: header.size.width) + planes
    }

    func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
      try layout.check(limits, file: source.name)
      guard neededBytes <= limits.memory else {
        throw .tooLarge(
          file: source.name,
          reason: """
            \(header.isInterlaced ? "an interlaced" : "a") PNG of \(header.size.width)x\(header.size.height) \
            needs \(neededBytes >> 20) MiB to decode, the limit is \(limits.memory >> 20) MiB
            """)
      }
    }

    func start() throws {
      // No decoder looks at the sum behind the compressed data, which the sums of the chunks make needless.
      guard let context = spng_ctx_new(CInt(SPNG_CTX_IGNORE_ADLER32.rawValue)) else { throw OutOfMemory() }
      self.context = context
      try succeed(
        spng_set_png_stream(
          context,
          { _, stream, target, count in
            guard let stream, let target else { return SPNG_IO_ERROR.rawValue }
            return Unmanaged<PNGChunkStream>.fromOpaque(stream).takeUnretainedValue()
              .read(into: UnsafeMutableRawBufferPointer(start: target, count: count))
          }, Unmanaged.passUnretained(stream).toOpaque()))
      try succeed(
        spng_set_image_limits(context, UInt32(header.size.width), UInt32(header.size.height)))
      // The chunks that get through are a palette and its transparency.
      try succeed(spng_set_chunk_limits(context, 64 << 10, 64 << 10))
      // As stored, without gamma, 16-bit samples in this processor's byte order.
      try succeed(
        spng_decode_image(
          context, nil, 0, CInt(SPNG_FMT_PNG.rawValue), CInt(SPNG_DECODE_PROGRESSIVE.rawValue)))
      var palette = spng_plte()
      var transparency = spng_trns()
      let hasPalette = spng_get_plte(context, &palette) == 0
      let hasTransparency = spng_get_trns(context, &transparency) == 0
      rows = PNGRowReader(
        header, palette: hasPalette ? palette : nil, transparency: hasTransparency ? transparency : nil,
        width: header.size.width)
      row = try ZeroedMemory(count: header.rowByteCount(width: header.size.width))
      if header.isInterlaced { try decodeInterlaced() }
    }

    func readGroup(_ index: Int, into window: RowWindow) throws {
      let first = index * Self.groupRows
      for y in first..<min(first + Self.groupRows, header.size.height) {
        let targets = window.planes.map { $0.row(y) }
        if whole == nil {
          try decodeRow(y, to: targets)
        } else {
          for (plane, target) in targets.enumerated() {
            if let source = wholeRow(y, plane: plane) {
              target.update(from: source, count: header.size.width)
            }
          }
        }
      }
    }

    private func decodeRow(_ y: Int, to targets: [UnsafeMutablePointer<UInt8>]) throws {
      let width = header.size.width
      let rest = header.size.height - y
      if rows?.isIdentity == true {
        try decodeScanline(UnsafeMutableRawPointer(targets[0]), width: width, rowsMissing: rest)
      } else if let row {
        try decodeScanline(UnsafeMutableRawPointer(row.base), width: width, rowsMissing: rest)
        rows?.write(UnsafeRawPointer(row.base), width: width, to: targets)
      }
    }

    private func wholeRow(_ y: Int, plane: Int) -> UnsafeMutablePointer<UInt8>? {
      whole.map { $0.base + (plane * header.size.height + y) * header.size.width }
    }

    /// Decodes the seven passes of Adam7 (PNG §8.1), each a smaller picture, into the planes.
    private func decodeInterlaced() throws {
      let (width, height) = (header.size.width, header.size.height)
      let count = layout.planes.count
      whole = try ZeroedMemory(count: width * height * count)
      let scratch = try ZeroedMemory(count: width * count)
      let narrow = (0..<count).map { scratch.base + $0 * width }
      for pass in AdamSevenPass.all {
        let passWidth = pass.columns.count(below: width)
        guard passWidth > 0 else { continue }
        for (line, y) in pass.rows.places(below: height).enumerated() {
          guard let row else { return }
          try decodeScanline(
            UnsafeMutableRawPointer(row.base), width: passWidth,
            rowsMissing: pass.rowsMissing(behind: line, height: height))
          rows?.write(UnsafeRawPointer(row.base), width: passWidth, to: narrow)
          for plane in 0..<count {
            guard let target = wholeRow(y, plane: plane) else { continue }
            for (x, column) in pass.columns.places(below: width).enumerated() {
              target[column] = narrow[plane][x]
            }
          }
        }
      }
    }

    private func decodeScanline(_ target: UnsafeMutableRawPointer, width: Int, rowsMissing: Int) throws {
      let status = spng_decode_scanline(context, target, header.rowByteCount(width: width))
      if status == 0 { return }
      guard status == SPNG_EOI.rawValue else { throw error(for: status, rowsMissing: rowsMissing) }
      // The last row. What is left is the checksum of the data; without it nothing is missing.
      let end = spng_decode_chunks(context)
      guard end == SPNG_ECHUNK_CRC.rawValue || stream.failure != nil else { return }
      throw error(for: end, rowsMissing: nil)
    }

    private func succeed(_ status: CInt) throws {
      guard status == 0 else { throw error(for: status, rowsMissing: header.size.height) }
    }

    /// - Parameter rowsMissing: `nil` where all rows were decoded.
    private func error(for status: CInt, rowsMissing: Int?) -> any Error {
      if let failure = stream.failure { return failure }
      if status == SPNG_EMEM.rawValue { return OutOfMemory() }
      if status == SPNG_ENOPLTE.rawValue {
        return PhotoPreparer.Error.damaged(file: source.name, reason: "its palette is missing")
      }
      let reason =
        switch rowsMissing {
        case let missing?: "\(missing) of \(header.size.height) rows are missing"
        case nil: "the checksum of its last rows is wrong"
        }
      return PhotoPreparer.Error.damaged(file: source.name, reason: reason)
    }
  }
#endif
