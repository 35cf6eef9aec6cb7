import DurableFiles

#if canImport(CHEIF)
  /// Decodes the picture of a HEIF file to planes: HEIC, AVIF and what else libheif knows.
  ///
  /// There are two roads. Pictures of HEVC or AV1 tiles without alpha are decoded by libavcodec, tile by tile and
  /// row by row, where it is installed. All others are decoded whole by libheif, and so are those whose tiles
  /// surprise: libheif says what is wrong with them. Both give the same planes, but for the roundings of a
  /// libheif that takes every picture to RGB and back.
  ///
  /// The picture is cropped but not turned. Chroma is taken to lie in the middle of its pixels, as libheif
  /// and JFIF do; the half pixel by which that may be wrong is not to be seen at the small size.
  final class HEIFDecoder: PictureDecoder, @unchecked Sendable {
    // Sendable is unchecked because of `road` and `conversions`. It is safe because the one thread that decodes
    // is the only one to use them between `start()` and the end of that thread.

    private enum Road {
      case tiles(TileDecoding)
      case whole(WholeHEIFPicture)
    }

    let layout: PictureLayout
    private let rows: CroppedRows
    private let structure: HEIFStructure
    private let source: any ByteSource
    private let limits: PhotoPreparer.Limits
    private let threads: Int
    private var road: Road
    private var conversions: [SampleMeaning: SampleConversion] = [:]

    /// Reads no pixel where tiles are decoded one by one; decodes the picture where libheif does.
    ///
    /// - Parameters:
    ///   - threads: How many threads may decode, that of the caller counted.
    ///   - usesTiles: Whether libavcodec may be used.
    /// - Throws: ``PhotoPreparer/Error``, ``FileSystemError`` if `source` cannot be read.
    init(
      _ structure: HEIFStructure, in source: any ByteSource, limits: PhotoPreparer.Limits, threads: Int,
      usesTiles: Bool = true
    ) throws {
      self.structure = structure
      self.source = source
      self.limits = limits
      self.threads = threads
      let image = structure.image
      let budget = HEIFBudget(structure, file: source.name)
      try budget.check(limits)
      if usesTiles, structure.alpha == nil, let shape = image.tileShape,
        let decoding = TileDecoding(image, shape: shape, in: source, threads: threads)
      {
        try budget.checkTiles(limits)
        road = .tiles(decoding)
        rows = CroppedRows(crop: structure.crop, shape: shape)
      } else {
        try budget.checkWhole(limits)
        let whole = try WholeHEIFPicture(structure, in: source, threads: threads)
        road = .whole(whole)
        rows = CroppedRows(crop: structure.crop, shape: whole.picture.shape)
      }
      layout = rows.layout
    }

    deinit {
      if case .tiles(let decoding) = road { decoding.stop() }
    }

    func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
      try HEIFBudget(structure, file: source.name).check(limits)
    }

    func start() throws {
      if case .tiles(let decoding) = road { decoding.start() }
    }

    func readGroup(_ index: Int, into window: RowWindow) throws {
      do {
        try readGroup(index, by: road, into: window)
      } catch is TileDecoding.Surprise {
        try changeRoad()
        try readGroup(index, by: road, into: window)
      }
    }

    /// Goes on with libheif, from where the tiles ended.
    private func changeRoad() throws {
      if case .tiles(let decoding) = road { decoding.stop() }
      do {
        try HEIFBudget(structure, file: source.name).checkWhole(limits)
      } catch {
        throw PhotoPreparer.Error.damaged(
          file: source.name, reason: "a part of its picture cannot be decoded")
      }
      let whole = try WholeHEIFPicture(structure, in: source, threads: threads)
      guard CroppedRows(crop: structure.crop, shape: whole.picture.shape).layout == layout else {
        throw PhotoPreparer.Error.damaged(
          file: source.name, reason: "its samples are not of the kind that its boxes say")
      }
      road = .whole(whole)
    }

    private func readGroup(_ index: Int, by road: Road, into window: RowWindow) throws {
      switch road {
      case .whole(let whole):
        rows.write(
          group: index, of: whole.picture, origin: (0, 0), extent: whole.picture.size,
          conversion: try conversion(of: whole.picture), isPremultiplied: whole.isPremultiplied,
          to: window)
      case .tiles(let decoding):
        let image = structure.image
        let codedRows = rows.codedRows(ofGroup: index)
        let tileRows =
          codedRows.lowerBound / image.tileHeight...(codedRows.upperBound - 1) / image.tileHeight
        decoding.release(before: tileRows.lowerBound)
        for tileRow in tileRows {
          for (column, tile) in try decoding.tiles(inRow: tileRow).enumerated() {
            let origin = (x: column * image.tileWidth, y: tileRow * image.tileHeight)
            guard origin.x < image.width else { break }
            rows.write(
              group: index, of: tile.picture, origin: origin,
              extent: PixelSize(
                width: min(image.tileWidth, image.width - origin.x),
                height: min(image.tileHeight, image.height - origin.y)),
              conversion: try conversion(of: tile.picture), isPremultiplied: false, to: window)
          }
        }
      }
    }

    /// What makes the samples of `picture` those of the layout.
    ///
    /// What the `colr` box of the file says of them counts, else what the coded picture says, and where that says
    /// nothing, BT.601 and the range that its codec means by that: HEVC the limited one (H.265 §E.3.1).
    private func conversion(of picture: DecodedPicture) throws(PhotoPreparer.Error) -> SampleConversion {
      let boxes = picture.color.isSettled ? nil : structure.color
      let code = boxes?.matrix ?? picture.color.matrix
      guard let matrix = SampleMeaning.Matrix(code: code), matrix.fits(picture.shape) else {
        throw .unsupported(file: source.name, reason: "pictures with color matrix \(code) are not decoded")
      }
      if structure.color == nil,
        let reason = VideoCodePoints.refusalOfHighDynamicRange(transfer: picture.color.transfer)
      {
        throw .unsupported(file: source.name, reason: reason)
      }
      let meaning = SampleMeaning(
        bits: picture.planes.map(\.bits), matrix: matrix,
        isFullRange: boxes?.isFullRange ?? picture.color.isFullRange)
      if let known = conversions[meaning] { return known }
      let made = SampleConversion(meaning)
      conversions[meaning] = made
      return made
    }
  }

  extension SampleMeaning.Matrix {
    /// Whether planes of `shape` can be mixed as the matrix asks.
    fileprivate func fits(_ shape: SampleShape) -> Bool {
      self != .identity || shape.planeCount == 1 || shape.chromaShiftX + shape.chromaShiftY == 0
    }
  }

  extension HEIFImage {
    /// The shape of the samples of its tiles, if these alone make the picture and can be decoded one by one.
    fileprivate var tileShape: SampleShape? {
      guard unusual == nil, let chroma, let first = tiles.first, tiles.count == rows * columns,
        tiles.allSatisfy({ $0.configuration == first.configuration })
      else { return nil }
      switch coding {
      case .hevc, .av1: break
      case .other: return nil
      }
      let shape = SampleShape(chroma)
      // A tile must begin on the grid of chroma.
      let isOnGrid = tileWidth % (1 << shape.chromaShiftX) == 0 && tileHeight % (1 << shape.chromaShiftY) == 0
      return tiles.count == 1 || isOnGrid ? shape : nil
    }
  }
#endif
