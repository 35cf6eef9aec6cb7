import DurableFiles

#if canImport(CJPEG)
  import CJPEG

  extension ImageCodec {
    /// A decoding that began before the photo was inspected.
    typealias Ahead = HeadStart

    /// Begins to decode the JPEG in `source` on a thread of its own, if that is possible.
    static func headStart(_ source: any ByteSource, options: PhotoPreparer.Options) -> HeadStart? {
      HeadStart(source, options: options)
    }

    /// Decodes a picture and encodes it anew: upright, in sRGB and at most as large as `options` say.
    ///
    /// - Parameters:
    ///   - header: What was read of it before.
    ///   - headStart: The decoding of the same photo with the same options, if it was begun already.
    /// - Throws: ``PhotoPreparer/Error``, ``OutOfMemory``, or ``FileSystemError`` if the photo cannot be read.
    static func prepare(
      _ source: any ByteSource, _ header: PhotoHeader, options: PhotoPreparer.Options, headStart: HeadStart?
    ) throws -> Encoded {
      #if canImport(ImageIO)
        if case .heif = header.structure { return try SystemCodec.prepare(source, header, options: options) }
      #endif
      let structure = header.structure
      let headStart = structure.allowsHeadStart ? headStart : nil
      return try prepare(
        headStart?.decoder ?? structure.decoder(source, options: options), name: source.name,
        orientation: structure.orientation, conversion: structure.colorConversion(from: source),
        options: options, headStart: headStart)
    }

    /// Decodes a picture to planes: upright, in sRGB and at most `longEdge` pixels long.
    ///
    /// - Throws: As ``prepare(_:_:options:headStart:)``.
    static func picture(
      _ source: any ByteSource, _ header: PhotoHeader, longEdge: Int, limits: PhotoPreparer.Limits
    ) throws -> SmallPicture {
      #if canImport(ImageIO)
        if case .heif = header.structure {
          return try SystemCodec.picture(source, header, longEdge: longEdge, limits: limits)
        }
      #endif
      let structure = header.structure
      return try decode(
        structure.decoder(source, options: PhotoPreparer.Options()), name: source.name,
        orientation: structure.orientation, conversion: structure.colorConversion(from: source),
        longEdge: longEdge, limits: limits, keepsChroma: true)
    }

    /// - Parameters:
    ///   - decoder: The picture; that of `headStart` if there is one.
    ///   - name: What errors call the photo.
    ///   - orientation: How the stored picture must be turned, 1 to 8.
    ///   - conversion: What makes its colors sRGB; `nil` if they are taken for sRGB.
    private static func prepare(
      _ decoder: any PictureDecoder, name: String, orientation: Int, conversion: ColorConversion?,
      options: PhotoPreparer.Options, headStart: HeadStart?
    ) throws -> Encoded {
      let ahead =
        headStart ?? (options.usesSecondThread ? HeadStart(decoder, name: name, options: options) : nil)
      let road = try Road(
        decoder, name: name, orientation: orientation, conversion: conversion, longEdge: options.longEdge,
        limits: options.limits, headStart: ahead)
      let encoder = try JPEGEncoder(
        size: road.uprightSize, isGray: road.layout == .gray, quality: options.quality, file: name)
      try road.forEachGroup { group, rows in try encoder.write(road.colors.encodable(group, rows: rows)) }
      return Encoded(jpeg: try encoder.finish(), size: road.uprightSize)
    }

    /// Decodes a picture to planes, upright, in sRGB and at most `longEdge` pixels long: gray, RGB, or luma
    /// and chroma as they are stored.
    ///
    /// - Parameter keepsChroma: Whether chroma that is stored denser than one sample for 2 x 2 pixels becomes one
    ///   for each pixel; else it is thinned out.
    static func decode(
      _ decoder: any PictureDecoder, name: String, orientation: Int, conversion: ColorConversion?,
      longEdge: Int, limits: PhotoPreparer.Limits, keepsChroma: Bool = false
    ) throws -> SmallPicture {
      let road = try Road(
        decoder, name: name, orientation: orientation, conversion: conversion, longEdge: longEdge,
        limits: limits, keepsChroma: keepsChroma)
      let picture = try SmallPicture(size: road.uprightSize, layout: road.colors.layout ?? road.layout)
      var index = 0
      try road.forEachGroup { group, _ in
        picture.group(index).copyRows(from: group)
        index += 1
      }
      return picture
    }
  }

  /// One photo on its way from the file to upright rows in sRGB.
  private struct Road {
    let colors: GroupColors
    private let decoder: any PictureDecoder
    private let resampler: PictureResampler
    private let turn: PictureTurn
    private let headStart: HeadStart?

    /// What the planes are before colors are converted.
    var layout: SmallPicture.Layout { resampler.layout }
    var uprightSize: PixelSize { turn.turned(resampler.size) }

    /// Checks the header against the limits; without a head start no pixel is decoded yet.
    init(
      _ decoder: any PictureDecoder, name: String, orientation: Int, conversion: ColorConversion?,
      longEdge: Int, limits: PhotoPreparer.Limits, headStart: HeadStart? = nil, keepsChroma: Bool = false
    ) throws {
      self.headStart = headStart
      self.decoder = decoder
      try decoder.check(limits)
      turn = PictureTurn(orientation: orientation)
      resampler = PictureResampler(
        decoder.layout, longEdge: longEdge, turn: turn,
        convertsColors: conversion != nil || (keepsChroma && decoder.layout.hasDenseChroma))
      try resampler.check(limits, file: name)
      colors = try GroupColors(
        decoder.layout.color, size: turn.turned(resampler.size), conversion: conversion)
    }

    /// Decodes the picture and hands out its upright rows in sRGB, 16 at a time or as many as are left, in
    /// one buffer that is reused.
    ///
    /// A picture that is stored upright is handed out as it is decoded. One that must be turned is held
    /// at its small size first.
    func forEachGroup(_ body: (_ group: RowGroup, _ rows: Int) throws -> Void) throws {
      let size = uprightSize
      let buffer = try SmallPicture(size: size, layout: layout, groups: 1)
      var rowsLeft = size.height
      func handOut(_ group: RowGroup) throws {
        let rows = min(rowsLeft, JPEGGrid.groupRows)
        rowsLeft -= rows
        colors.convert(group, rows: rows)
        try body(group, rows)
      }
      guard turn.orientation != 1 else {
        return try resample(into: { _ in buffer.group(0) }, finish: handOut)
      }
      let stored = try SmallPicture(size: resampler.size, layout: layout)
      try resample(into: stored.group, finish: { _ in })
      for index in 0..<JPEGGrid.groupCount(height: size.height) {
        turn.write(group: index, of: stored, to: buffer.group(0))
        try handOut(buffer.group(0))
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
