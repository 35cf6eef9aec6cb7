import DurableFiles

#if canImport(CGIF)
  import CGIF
  import PixelKernels

  /// Decodes the first frame of a GIF, on a white canvas.
  ///
  /// Rows are decoded one by one, those of an interlaced frame all at the start. What follows the first frame
  /// is not read.
  final class GIFDecoder: PictureDecoder, @unchecked Sendable {
    // Sendable is unchecked because giflib's state behind `file` is mutable. It is safe because the
    // one thread that decodes is the only one to call it between `start()` and the end of that thread.

    let layout: PictureLayout
    private let source: any ByteSource
    private let stream: GIFByteStream
    private let file: UnsafeMutablePointer<GifFileType>
    private let frame: Frame
    /// For each plane, what each index stands for.
    private let tables: [[UInt8]]
    /// The indexes of a row, or of the whole frame if it is interlaced.
    private var indexes: ZeroedMemory?

    private struct Frame {
      var x: Int
      var y: Int
      var size: PixelSize
      var isInterlaced: Bool

      /// Bytes of the indexes that are held.
      var indexBytes: Int { isInterlaced ? size.width * size.height : size.width }
    }

    /// Rows that are handed out at once.
    private static let groupRows = 8

    /// Reads the file up to the pixels of its first frame.
    ///
    /// - Throws: ``PhotoPreparer/Error`` for what is no GIF or has no frame, ``FileSystemError`` if it cannot
    ///   be read.
    init(_ source: any ByteSource) throws {
      let stream = GIFByteStream(source)
      var status: CInt = 0
      let opened = DGifOpen(
        Unmanaged.passUnretained(stream).toOpaque(),
        { file, target, count in
          guard let context = file?.pointee.UserData, let target, count > 0 else { return 0 }
          let stream = Unmanaged<GIFByteStream>.fromOpaque(context).takeUnretainedValue()
          return CInt(stream.read(into: UnsafeMutableRawBufferPointer(start: target, count: Int(count))))
        }, &status)
      guard let file = opened else {
        if status == D_GIF_ERR_NOT_ENOUGH_MEM { throw OutOfMemory() }
        throw stream.failure ?? Self.noFrame(source)
      }
      do {
        let transparent = try Self.findFrame(file, stream, source)
        let picture = file.pointee.Image
        guard picture.Width > 0, picture.Height > 0, picture.Left >= 0, picture.Top >= 0 else {
          throw Self.noFrame(source)
        }
        guard let colors = (picture.ColorMap ?? file.pointee.SColorMap)?.pointee, colors.Colors != nil else {
          throw PhotoPreparer.Error.damaged(file: source.name, reason: "its color table is missing")
        }
        frame = Frame(
          x: Int(picture.Left), y: Int(picture.Top),
          size: PixelSize(width: Int(picture.Width), height: Int(picture.Height)),
          isInterlaced: picture.Interlace)
        tables = Self.tables(colors, transparent: transparent)
        // A canvas without a size is as large as the first frame needs; else the canvas cuts the frame.
        let canvas = PixelSize(
          width: file.pointee.SWidth > 0 ? Int(file.pointee.SWidth) : frame.x + frame.size.width,
          height: file.pointee.SHeight > 0 ? Int(file.pointee.SHeight) : frame.y + frame.size.height)
        layout = .full(canvas, color: .rgb, groupRows: Self.groupRows)
      } catch {
        DGifCloseFile(file, nil)
        throw error
      }
      self.source = source
      self.stream = stream
      self.file = file
    }

    deinit { DGifCloseFile(file, nil) }

    /// Goes to the first frame and returns the index that is transparent in it, -1 if none is.
    private static func findFrame(
      _ file: UnsafeMutablePointer<GifFileType>, _ stream: GIFByteStream, _ source: any ByteSource
    ) throws -> Int {
      var transparent = -1
      func succeed(_ status: CInt) throws {
        guard status == GIF_OK else {
          if file.pointee.Error == D_GIF_ERR_NOT_ENOUGH_MEM { throw OutOfMemory() }
          throw stream.failure ?? noFrame(source)
        }
      }
      while true {
        var record = UNDEFINED_RECORD_TYPE
        try succeed(DGifGetRecordType(file, &record))
        switch record {
        case IMAGE_DESC_RECORD_TYPE:
          try succeed(DGifGetImageDesc(file))
          stream.beginPixels()
          return transparent
        case EXTENSION_RECORD_TYPE:
          var code: CInt = 0
          var block: UnsafeMutablePointer<UInt8>?
          try succeed(DGifGetExtension(file, &code, &block))
          while let data = block {
            // The first byte of a block is its length.
            var control = GraphicsControlBlock()
            if code == GRAPHICS_EXT_FUNC_CODE,
              DGifExtensionToGCB(Int(data[0]), data + 1, &control) == GIF_OK
            {
              transparent = Int(control.TransparentColor)
            }
            try succeed(DGifGetExtensionNext(file, &block))
          }
        default:
          throw noFrame(source)
        }
      }
    }

    private static func noFrame(_ source: any ByteSource) -> PhotoPreparer.Error {
      .damaged(file: source.name, reason: "there is no frame, or its header is cut short")
    }

    /// An index behind the end of the table is black.
    private static func tables(_ colors: ColorMapObject, transparent: Int) -> [[UInt8]] {
      var tables = [[UInt8]](repeating: [UInt8](repeating: 0, count: 256), count: 3)
      for index in 0..<min(Int(colors.ColorCount), 256) {
        let color = colors.Colors[index]
        for (plane, sample) in [color.Red, color.Green, color.Blue].enumerated() {
          tables[plane][index] = sample
        }
      }
      if (0..<256).contains(transparent) {
        for plane in tables.indices { tables[plane][transparent] = 255 }
      }
      return tables
    }

    func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
      try layout.check(limits, file: source.name)
      guard frame.indexBytes <= limits.memory else {
        throw .tooLarge(
          file: source.name,
          reason: """
            an interlaced GIF of \(frame.size.width)x\(frame.size.height) needs \
            \(frame.indexBytes >> 20) MiB to decode, the limit is \(limits.memory >> 20) MiB
            """)
      }
    }

    func start() throws {
      let indexes = try ZeroedMemory(count: frame.indexBytes)
      self.indexes = indexes
      guard frame.isInterlaced else { return }
      // GIF89a, appendix E: every 8th row, the rows between them, then every 4th and every 2nd.
      let (width, height) = (frame.size.width, frame.size.height)
      var done = 0
      for (start, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
        for y in stride(from: start, to: height, by: step) {
          try decodeLine(to: indexes.base + y * width, rowsMissing: height - done)
          done += 1
        }
      }
    }

    func readGroup(_ index: Int, into window: RowWindow) throws {
      let first = index * Self.groupRows
      for y in first..<min(first + Self.groupRows, layout.size.height) {
        try write(row: y, to: window.planes.map { $0.row(y) })
      }
    }

    /// Writes row `y` of the canvas, which is white where the frame is not.
    private func write(row y: Int, to planes: [UnsafeMutablePointer<UInt8>]) throws {
      let (width, height) = (frame.size.width, frame.size.height)
      let visible = max(0, min(width, layout.size.width - frame.x))
      let row = y - frame.y
      let isInside = row >= 0 && row < height
      if !isInside || visible < layout.size.width {
        for plane in planes { plane.update(repeating: 255, count: layout.size.width) }
      }
      guard isInside, let indexes else { return }
      let line = frame.isInterlaced ? indexes.base + row * width : indexes.base
      if !frame.isInterlaced { try decodeLine(to: line, rowsMissing: height - row) }
      guard visible > 0 else { return }
      for (table, plane) in zip(tables, planes) { pk_look_up(line, visible, table, plane + frame.x) }
    }

    private func decodeLine(to target: UnsafeMutablePointer<UInt8>, rowsMissing: Int) throws {
      if DGifGetLine(file, target, CInt(frame.size.width)) == GIF_OK { return }
      if let failure = stream.failure { throw failure }
      throw PhotoPreparer.Error.damaged(
        file: source.name, reason: "\(rowsMissing) of \(frame.size.height) rows are missing")
    }
  }
#endif
