/// How a stored picture is laid out in planes of 8-bit samples while it is decoded.
struct PictureLayout: Sendable, Hashable {
  /// What the planes are.
  enum Color: Sendable, Hashable {
    /// One plane of luma.
    case gray
    /// Luma and two planes of chroma, full range, by the matrix of ITU-R BT.601 as JFIF has it.
    case yCbCr
    /// Luma and two planes of chroma by another matrix or range. They become RGB at the small size.
    case coded(LumaChromaCoding)
    /// Red, green and blue.
    case rgb
    /// The light that remains where cyan, magenta, yellow and black lie; 255 is paper.
    case cmyk
    /// Cyan, magenta and yellow as luma and chroma of the inks' amounts, as JFIF has it, and the light that
    /// remains where black lies.
    case ycck

    var planeCount: Int {
      switch self {
      case .gray: 1
      case .yCbCr, .coded, .rgb: 3
      case .cmyk, .ycck: 4
      }
    }
  }

  /// One plane.
  struct Plane: Sendable, Hashable {
    /// Samples in a row that belong to the picture.
    var width: Int
    /// Rows that belong to the picture.
    var height: Int
    /// How many pixels of the picture a sample stands for, along a row; 2 for chroma in 4:2:0.
    var pixelsPerSample: Double
    /// The same down a column.
    var pixelsPerSampleDown: Double
    /// Samples of a row that a decoder writes, which may be more than ``width``.
    var groupWidth: Int
    /// Rows of the plane in one group.
    var groupRows: Int

    /// Whether the samples of the two planes lie at the same places.
    func hasGrid(of other: Plane) -> Bool {
      width == other.width && height == other.height && pixelsPerSample == other.pixelsPerSample
        && pixelsPerSampleDown == other.pixelsPerSampleDown
    }
  }

  /// In pixels, as stored.
  var size: PixelSize
  var color: Color
  var planes: [Plane]
  /// Rows of the picture in one group: what a decoder hands out at once.
  var groupRows: Int

  /// Whether chroma has more than one sample for 2 x 2 pixels.
  var hasDenseChroma: Bool {
    planes.count > 1 && (planes[1].pixelsPerSample < 2 || planes[1].pixelsPerSampleDown < 2)
  }

  /// The groups of the picture.
  var groupCount: Int { (size.height + groupRows - 1) / groupRows }

  /// Refuses a picture of more pixels than `limits` allow.
  func check(_ limits: PhotoPreparer.Limits, file: String) throws(PhotoPreparer.Error) {
    guard size.width * size.height <= limits.pixels else {
      throw .tooLarge(
        file: file,
        reason: "\(size.width)x\(size.height) pixels are more than the limit of \(limits.pixels)")
    }
  }
}

extension PictureLayout {
  /// A picture whose planes all have its own size.
  ///
  /// - Parameter groupRows: Rows that are decoded at once.
  static func full(_ size: PixelSize, color: Color, groupRows: Int) -> PictureLayout {
    let plane = Plane(
      width: size.width, height: size.height, pixelsPerSample: 1, pixelsPerSampleDown: 1,
      groupWidth: size.width, groupRows: groupRows)
    return PictureLayout(
      size: size, color: color, planes: Array(repeating: plane, count: color.planeCount),
      groupRows: groupRows)
  }
}
