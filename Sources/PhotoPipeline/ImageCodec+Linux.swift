#if canImport(CJPEG)
  import CJPEG

  extension ImageCodec {
    /// Begins to decode the JPEG in `source` on a thread of its own, if that is possible.
    static func headStart(_ source: any ByteSource, options: PhotoPreparer.Options) -> HeadStart? {
      HeadStart(source, options: options)
    }

    /// Decodes the JPEG in `source` and encodes it anew, upright and at most as large as `options` say.
    ///
    /// - Parameters:
    ///   - orientation: How the stored picture must be turned, 1 to 8.
    ///   - headStart: The decoding of the same source with the same options, if it was begun already.
    /// - Throws: ``PhotoPreparer/Error``, ``OutOfMemory``, or ``FileSystemError`` if `source` cannot be read.
    static func prepare(
      _ source: any ByteSource, orientation: Int, options: PhotoPreparer.Options, headStart: HeadStart?
    ) throws -> Encoded {
      let road = try Road(
        source, orientation: orientation, longEdge: options.longEdge, limits: options.limits,
        usesScanDecoder: !options.decodesByLibraryAlone, headStart: headStart)
      let encoder = try JPEGEncoder(
        size: road.uprightSize, layout: road.layout, quality: options.quality, file: source.name)
      try road.forEachGroup { group in try encoder.write(group) }
      return Encoded(jpeg: try encoder.finish(), size: road.uprightSize)
    }

    /// Decodes the JPEG in `source` to planes, upright and at most `longEdge` pixels long.
    static func decode(
      _ source: any ByteSource, orientation: Int, longEdge: Int, limits: PhotoPreparer.Limits
    ) throws -> SmallPicture {
      let road = try Road(source, orientation: orientation, longEdge: longEdge, limits: limits)
      let picture = try SmallPicture(size: road.uprightSize, layout: road.layout)
      var index = 0
      try road.forEachGroup { group in
        picture.group(index).copyRows(from: group)
        index += 1
      }
      return picture
    }
  }

  /// One photo on its way from the file to upright rows.
  private struct Road {
    private let decoder: any PictureDecoder
    private let resampler: PictureResampler
    private let turn: PictureTurn

    var layout: SmallPicture.Layout { resampler.layout }
    var uprightSize: PixelSize { turn.turned(resampler.size) }

    private let headStart: HeadStart?

    /// Reads the header and checks it against the limits; without a head start no pixel is decoded yet.
    init(
      _ source: any ByteSource, orientation: Int, longEdge: Int, limits: PhotoPreparer.Limits,
      usesScanDecoder: Bool = true, headStart: HeadStart? = nil
    ) throws {
      self.headStart = headStart
      decoder = try headStart?.decoder ?? JPEGDecoder(source, usesScanDecoder: usesScanDecoder)
      try decoder.check(limits)
      turn = PictureTurn(orientation: orientation)
      resampler = PictureResampler(decoder.layout, longEdge: longEdge, turn: turn)
      try resampler.check(limits, file: source.name)
    }

    /// Decodes the picture and hands out its upright rows, 16 at a time, in one buffer that is reused.
    ///
    /// A picture that is stored upright is handed out as it is decoded. One that must be turned is held
    /// at its small size first.
    func forEachGroup(_ body: (RowGroup) throws -> Void) throws {
      let buffer = try SmallPicture(size: uprightSize, layout: layout, groups: 1)
      guard turn.orientation != 1 else {
        return try resample(into: { _ in buffer.group(0) }, finish: body)
      }
      let stored = try SmallPicture(size: resampler.size, layout: layout)
      try resample(into: stored.group, finish: { _ in })
      for index in 0..<JPEGGrid.groupCount(height: uprightSize.height) {
        turn.write(group: index, of: stored, to: buffer.group(0))
        try body(buffer.group(0))
      }
    }

    private func resample(
      into target: (_ index: Int) -> RowGroup, finish: (RowGroup) throws -> Void
    ) throws {
      if let headStart {
        return try resampler.run(headStart.feed, headStart.window, target: target, finish: finish)
      }
      try decoder.start()
      let window = try RowWindow(decoder.layout, capacity: resampler.windowCapacity)
      try resampler.run(InlineDecoding(decoder, into: window), window, target: target, finish: finish)
    }
  }
#endif
