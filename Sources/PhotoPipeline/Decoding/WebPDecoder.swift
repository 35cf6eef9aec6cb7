import DurableFiles

#if canImport(CWebP)
  import CWebP
  import PixelKernels

  /// Decodes a WebP; of an animation the first frame, on a white canvas.
  ///
  /// Opaque lossy pictures keep their chroma in its planes. libwebp writes into planes of the whole picture,
  /// in which rows are ready from the top down while it is still at work.
  final class WebPDecoder: PictureDecoder, @unchecked Sendable {
    // Sendable is unchecked because libwebp's state behind `decoder` is mutable. It is safe because the
    // one thread that decodes is the only one to call it between `start()` and the end of that thread.

    let layout: PictureLayout
    private let frame: WebPFrame
    private let source: any ByteSource
    private let usesThreads: Bool
    private let reader = pk_best_pixel_reader()
    /// What libwebp writes, by kind: planes of Y, Cb and Cr, or pixels.
    private let kind: Kind
    private var decoder: OpaquePointer?
    /// libwebp keeps a pointer to it.
    private var configuration: UnsafeMutablePointer<WebPDecoderConfig>?
    private var memory: ZeroedMemory?
    /// The file, as far as it is the frame. libwebp keeps pointers into it.
    private var input: ZeroedMemory?
    private var inputCount = 0
    /// Bytes that decoding may need.
    private var memoryLimit = Int.max
    /// How much of the input libwebp has been told of.
    private var given = 0
    /// How many rows of the frame are ready.
    private var ready = 0

    private enum Kind {
      case yuv, rgb, rgba

      var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
    }

    /// Rows that are handed out at once.
    private static let groupRows = 16
    /// Bytes that libwebp is given at once; about a megapixel of a photo.
    private static let step = 128 << 10

    /// Reads the header of the picture in `source`.
    ///
    /// - Parameter usesThreads: Whether libwebp may begin a second thread, which filters rows while it decodes
    ///   the next ones.
    /// - Throws: ``PhotoPreparer/Error`` for what is no WebP, ``FileSystemError`` if it cannot be read.
    init(_ source: any ByteSource, usesThreads: Bool = false) throws {
      self.source = source
      self.usesThreads = usesThreads
      frame = try WebPFrame(source)
      if frame.hasAlpha {
        kind = .rgba
      } else {
        kind = frame.isLossless || !frame.coversCanvas ? .rgb : .yuv
      }
      layout =
        kind == .yuv
        ? .yuv420(frame.size, groupRows: Self.groupRows)
        : .full(frame.canvas, color: .rgb, groupRows: Self.groupRows)
    }

    deinit {
      WebPIDelete(decoder)
      configuration?.deallocate()
    }

    /// Bytes of the planes or pixels that libwebp writes.
    private var outputBytes: Int {
      let (width, height) = (frame.size.width, frame.size.height)
      return kind == .yuv
        ? width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2) : width * height * kind.bytesPerPixel
    }

    private var inputBytes: Int { frame.picture.available + (frame.alpha?.available ?? 0) }

    /// Beside its output libwebp holds all pixels of what is coded without loss, four bytes each, and
    /// the plane of alpha.
    private var neededBytes: Int {
      let pixels = frame.size.width * frame.size.height
      let lossless = frame.isLossless || frame.hasCompressedAlpha ? 4 * pixels : 0
      let alpha = frame.alpha == nil ? 0 : pixels
      return outputBytes + lossless + alpha + inputBytes
    }

    func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
      try layout.check(limits, file: source.name)
      memoryLimit = limits.memory
      try check(neededBytes)
    }

    private func check(_ byteCount: Int) throws(PhotoPreparer.Error) {
      guard byteCount <= memoryLimit else {
        throw .tooLarge(
          file: source.name,
          reason: """
            a WebP of \(frame.size.width)x\(frame.size.height) needs \(byteCount >> 20) MiB to decode, the \
            limit is \(memoryLimit >> 20) MiB
            """)
      }
    }

    /// Checks what codes take, which no header says.
    private func checkCodes() throws(PhotoPreparer.Error) {
      guard let input else { return }
      // The coded bytes behind a header: of the picture five bytes, of alpha one.
      let coded: (chunk: WebPFrame.Chunk, start: Int, skipped: Int)
      if frame.isLossless {
        coded = (frame.picture, frame.fileHead.count + 8, 5)
      } else if let alpha = frame.alpha, frame.hasCompressedAlpha {
        coded = (alpha, frame.fileHead.count + 8, 1)
      } else {
        return
      }
      let count = coded.chunk.available - coded.skipped
      let most = VP8LCodeGroups.mostBytes(size: frame.size, byteCount: count)
      guard count > 0, neededBytes + most > memoryLimit else { return }
      let bytes = UnsafeBufferPointer(start: input.base + coded.start + coded.skipped, count: count)
      if let groups = VP8LCodeGroups(bytes, size: frame.size) { try check(neededBytes + groups.byteCount) }
    }

    func start() throws {
      try readInput()
      try checkCodes()
      let memory = try ZeroedMemory(count: outputBytes)
      self.memory = memory
      let configuration = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
      self.configuration = configuration
      guard WebPInitDecoderConfig(configuration) != 0 else { throw damage(rows: frame.size.height) }
      configuration.pointee.options.use_threads = usesThreads ? 1 : 0
      configuration.pointee.output.is_external_memory = 1
      let (width, height) = (frame.size.width, frame.size.height)
      if kind == .yuv {
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        configuration.pointee.output.colorspace = MODE_YUV
        configuration.pointee.output.u.YUVA = WebPYUVABuffer(
          y: memory.base, u: memory.base + width * height,
          v: memory.base + width * height + chromaWidth * chromaHeight, a: nil,
          y_stride: CInt(width), u_stride: CInt(chromaWidth), v_stride: CInt(chromaWidth), a_stride: 0,
          y_size: width * height, u_size: chromaWidth * chromaHeight, v_size: chromaWidth * chromaHeight,
          a_size: 0)
      } else {
        configuration.pointee.output.colorspace = kind == .rgba ? MODE_RGBA : MODE_RGB
        configuration.pointee.output.u.RGBA = WebPRGBABuffer(
          rgba: memory.base, stride: CInt(width * kind.bytesPerPixel), size: outputBytes)
      }
      decoder = WebPIDecode(nil, 0, configuration)
      guard decoder != nil else { throw OutOfMemory() }
    }

    func readGroup(_ index: Int, into window: RowWindow) throws {
      let first = index * Self.groupRows
      let last = min(first + Self.groupRows, layout.size.height)
      try decode(untilRow: min(max(last - frame.y, 0), frame.size.height))
      guard let memory else { return }
      if kind == .yuv {
        copyPlanes(from: memory.base, rows: first..<last, to: window)
      } else {
        for y in first..<last { compose(row: y, from: memory.base, to: window.planes.map { $0.row(y) }) }
      }
      // What follows the last row of the frame tells nothing about the picture.
    }

    /// Gives libwebp more of the input until the first `count` rows of the frame are ready.
    private func decode(untilRow count: Int) throws {
      while ready < count {
        guard given < inputCount, let input else { throw damage(rows: frame.size.height - ready) }
        given = min(given + Self.step, inputCount)
        let status = WebPIUpdate(decoder, input.base, given)
        switch status {
        case VP8_STATUS_OK: ready = frame.size.height
        case VP8_STATUS_SUSPENDED:
          var rows: CInt = 0
          _ =
            kind == .yuv
            ? WebPIDecGetYUVA(decoder, &rows, nil, nil, nil, nil, nil, nil, nil, nil)
            : WebPIDecGetRGB(decoder, &rows, nil, nil, nil)
          ready = max(ready, Int(rows))
        case VP8_STATUS_OUT_OF_MEMORY: throw OutOfMemory()
        default: throw damage(rows: frame.size.height - ready)
        }
      }
    }

    private func damage(rows: Int) -> PhotoPreparer.Error {
      .damaged(file: source.name, reason: "\(rows) of \(frame.size.height) rows are missing")
    }
  }

  // MARK: - The way in

  extension WebPDecoder {
    /// Reads the frame, as a WebP file that holds nothing else.
    private func readInput() throws {
      let head = frame.fileHead
      let input = try ZeroedMemory(count: head.count + inputBytes + 32)
      var count = 0
      func append(_ bytes: [UInt8]) {
        (input.base + count).update(from: bytes, count: bytes.count)
        count += bytes.count
      }
      func append(_ chunk: WebPFrame.Chunk) throws {
        let target = UnsafeMutableRawBufferPointer(start: input.base + count, count: chunk.available)
        count += try source.read(into: target, at: chunk.offset)
      }
      append(head)
      if let alpha = frame.alpha {
        append(WebPFrame.chunkHeader(alpha.type, byteCount: alpha.byteCount))
        try append(alpha)
        if alpha.byteCount % 2 == 1 { append([0]) }
      }
      append(WebPFrame.chunkHeader(frame.picture.type, byteCount: frame.picture.byteCount))
      try append(frame.picture)
      self.input = input
      inputCount = count
    }
  }

  extension WebPFrame {
    /// What precedes the chunks of the frame in a file of its own.
    fileprivate var fileHead: [UInt8] {
      var chunks = 8 + picture.byteCount + picture.byteCount % 2
      var extended: [UInt8] = []
      if let alpha {
        chunks += 8 + alpha.byteCount + alpha.byteCount % 2
        extended = Self.chunkHeader("VP8X", byteCount: 10)
        extended += [0x10, 0, 0, 0]
        for side in [size.width - 1, size.height - 1] {
          extended += [0, 8, 16].map { UInt8(truncatingIfNeeded: side >> $0) }
        }
      }
      return Self.chunkHeader("RIFF", byteCount: 4 + extended.count + chunks) + Array("WEBP".utf8) + extended
    }

    fileprivate static func chunkHeader(_ type: String, byteCount: Int) -> [UInt8] {
      Array(type.utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: byteCount >> $0) }
    }
  }

  // MARK: - The way out

  extension WebPDecoder {
    /// WebP has the limited range of ITU-R BT.601, and planes here have full range.
    private func copyPlanes(from base: UnsafeMutablePointer<UInt8>, rows: Range<Int>, to window: RowWindow) {
      let (width, height) = (frame.size.width, frame.size.height)
      let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
      for y in rows { pk_widen_range(base + y * width, width, 0, window.planes[0].row(y)) }
      for y in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
        for plane in 1...2 {
          let start = base + width * height + (plane - 1) * chromaWidth * chromaHeight
          pk_widen_range(start + y * chromaWidth, chromaWidth, 1, window.planes[plane].row(y))
        }
      }
    }

    /// Writes row `y` of the canvas, which is white where the frame is not.
    private func compose(
      row y: Int, from base: UnsafeMutablePointer<UInt8>, to planes: [UnsafeMutablePointer<UInt8>]
    ) {
      if !frame.coversCanvas {
        for plane in planes { plane.update(repeating: 255, count: frame.canvas.width) }
      }
      let row = y - frame.y
      guard row >= 0, row < frame.size.height else { return }
      let pixels = base + row * frame.size.width * kind.bytesPerPixel
      let read = kind == .rgba ? reader.flatten_rgba : reader.split_rgb
      read?(pixels, frame.size.width, planes[0] + frame.x, planes[1] + frame.x, planes[2] + frame.x)
    }
  }

  extension PictureLayout {
    /// A picture whose chroma has half the samples across and down, on a grid with the same outer edge.
    fileprivate static func yuv420(_ size: PixelSize, groupRows: Int) -> PictureLayout {
      var layout = full(size, color: .yCbCr, groupRows: groupRows)
      let (width, height) = ((size.width + 1) / 2, (size.height + 1) / 2)
      for index in 1...2 {
        layout.planes[index] = Plane(
          width: width, height: height, pixelsPerSample: 2, pixelsPerSampleDown: 2, groupWidth: width,
          groupRows: groupRows / 2)
      }
      return layout
    }
  }
#endif
