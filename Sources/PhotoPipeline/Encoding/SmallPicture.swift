/// A picture that is small enough to be held whole, in planes.
final class SmallPicture {
  /// What the planes are.
  enum Layout {
    /// One plane of luma.
    case gray
    /// Luma, and two planes of chroma with one sample for two by two pixels.
    case yCbCr420
    /// Luma and chroma, three planes of full size.
    case yCbCr444
    /// Three planes of full size.
    case rgb
    /// Four planes of full size.
    case cmyk

    /// For each plane: how many pixels a sample stands for, along a row and down a column.
    var divisors: [Int] {
      switch self {
      case .gray: [1]
      case .yCbCr420: [1, 2, 2]
      case .yCbCr444, .rgb: [1, 1, 1]
      case .cmyk: [1, 1, 1, 1]
      }
    }

    /// The size of each plane of a picture of `size`.
    func planeSizes(of size: PixelSize) -> [PixelSize] {
      divisors.map { PixelSize(width: (size.width + $0 - 1) / $0, height: (size.height + $0 - 1) / $0) }
    }

    /// Bytes that a picture of `size` takes.
    func byteCount(of size: PixelSize) -> Int {
      planeSizes(of: size).reduce(0) { $0 + $1.width * $1.height }
    }
  }

  let size: PixelSize
  let layout: Layout
  private let planes: [RowGroup.Plane]
  private let memory: ZeroedMemory

  /// An all-black picture with room for whole row groups. With `groups` 1 it is the buffer of one group.
  ///
  /// - Throws: ``OutOfMemory``.
  init(size: PixelSize, layout: Layout, groups: Int? = nil) throws(OutOfMemory) {
    self.size = size
    self.layout = layout
    let groups = groups ?? JPEGGrid.groupCount(height: size.height)
    let sizes = layout.planeSizes(of: size)
    let strides = sizes.map { ($0.width + 15) & ~15 }
    let rows = layout.divisors.map { JPEGGrid.groupRows / $0 }
    let byteCounts = zip(strides, rows).map { $0 * $1 * groups }
    memory = try ZeroedMemory(count: byteCounts.reduce(0, +))
    var base = memory.base
    var planes: [RowGroup.Plane] = []
    for index in sizes.indices {
      planes.append(
        RowGroup.Plane(base: base, stride: strides[index], width: sizes[index].width, rows: rows[index]))
      base += byteCounts[index]
    }
    self.planes = planes
  }

  /// The rows of group `index`, counted from the top.
  func group(_ index: Int) -> RowGroup {
    RowGroup(
      planes: planes.map {
        RowGroup.Plane(
          base: $0.base + index * $0.rows * $0.stride, stride: $0.stride, width: $0.width, rows: $0.rows)
      })
  }

  /// One plane from its first row on.
  func plane(_ index: Int) -> RowGroup.Plane { planes[index] }
}
