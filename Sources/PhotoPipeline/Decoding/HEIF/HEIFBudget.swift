/// What decoding a HEIF picture takes, known from its boxes before anything is decoded.
struct HEIFBudget {
  private let size: PixelSize
  /// Bytes of a whole picture, or of all rows of tiles that are in memory at once.
  private let wholeBytes: Int
  private let tileBytes: Int
  private let file: String

  init(_ structure: HEIFStructure, file: String) {
    let image = structure.image
    let bytesOfSample = image.bitDepth > 8 ? 2 : 1
    // Where chroma is not known it may be as dense as luma.
    let samples: (Int) -> Int = { pixels in
      switch image.chroma {
      case .monochrome: pixels
      case .yuv420: pixels + pixels / 2
      case .yuv422: pixels * 2
      case .yuv444, nil: pixels * 3
      }
    }
    let isSingle = image.rows * image.columns == 1
    let pixels = Self.pixels(image.width, image.height)
    let alphaBytes = structure.alpha == nil ? 0 : pixels * bytesOfSample
    // At its worst libheif holds a picture in RGB and once more as it was coded, and of a single one what its
    // decoder made and a copy of that.
    wholeBytes = (3 * pixels + samples(pixels) * (isSingle ? 3 : 1)) * bytesOfSample + alphaBytes
    let row = Self.pixels(image.tileWidth * min(image.columns, 1 << 20), image.tileHeight)
    tileBytes =
      samples(row) * bytesOfSample
      * min(CroppedRows.tileRowsAtOnce(tileHeight: image.tileHeight), image.rows)
    size = PixelSize(width: image.width, height: image.height)
    self.file = file
  }

  /// Pixels of a picture; of sides that no file can have, more than any limit but few enough to multiply.
  private static func pixels(_ width: Int, _ height: Int) -> Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? 1 << 50 : min(product, 1 << 50)
  }

  /// Refuses a picture of more pixels than `limits` allow.
  func check(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
    guard Self.pixels(size.width, size.height) <= limits.pixels else {
      throw .tooLarge(
        file: file,
        reason: "\(size.width)x\(size.height) pixels are more than the limit of \(limits.pixels)")
    }
  }

  /// Refuses a picture that takes more memory than `limits` allow if it is decoded whole.
  func checkWhole(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
    try check(wholeBytes, limits)
  }

  /// Refuses a picture whose tiles take more memory than `limits` allow.
  func checkTiles(_ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
    try check(tileBytes, limits)
  }

  private func check(_ bytes: Int, _ limits: PhotoPreparer.Limits) throws(PhotoPreparer.Error) {
    guard bytes <= limits.memory else {
      throw .tooLarge(
        file: file,
        reason: """
          a picture of \(size.width)x\(size.height) needs \(bytes >> 20) MiB to decode, the limit is \
          \(limits.memory >> 20) MiB
          """)
    }
  }
}
