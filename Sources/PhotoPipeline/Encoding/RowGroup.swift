/// The rows that are encoded at once: 16 rows of the picture, in planes.
///
/// The memory belongs to whoever made the group; a group is a view.
struct RowGroup {
  /// The rows of one plane.
  struct Plane {
    let base: UnsafeMutablePointer<UInt8>
    /// Distance of two rows in bytes.
    let stride: Int
    /// Samples of a row that belong to the picture.
    let width: Int
    /// Rows of this plane in a group.
    let rows: Int

    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> { base + index * stride }

    /// The samples of a row up to the next whole block of 8.
    var paddedWidth: Int { (width + 7) & ~7 }
  }

  let planes: [Plane]

  /// Copies the samples of another group of the same shape.
  func copyRows(from other: RowGroup) {
    for (plane, source) in zip(planes, other.planes) {
      for index in 0..<plane.rows { plane.row(index).update(from: source.row(index), count: plane.width) }
    }
  }

  /// Repeats the last column and, of the first `pictureRows` rows of the picture, the last row, as far
  /// as the encoder reads whole blocks.
  ///
  /// Repeated samples cost few bits and leave no edge in the blocks that are cut.
  func pad(pictureRows: Int) {
    for plane in planes {
      let valid = min((pictureRows * plane.rows + JPEGGrid.groupRows - 1) / JPEGGrid.groupRows, plane.rows)
      guard valid > 0 else { continue }
      if plane.width < plane.paddedWidth {
        for index in 0..<valid {
          let row = plane.row(index)
          (row + plane.width).update(repeating: row[plane.width - 1], count: plane.paddedWidth - plane.width)
        }
      }
      for index in valid..<plane.rows {
        plane.row(index).update(from: plane.row(valid - 1), count: plane.paddedWidth)
      }
    }
  }
}

/// The grid that pictures are encoded on.
enum JPEGGrid {
  /// Rows and columns of the picture in one MCU of 4:2:0.
  static let groupRows = 16

  /// The groups of a picture of `height` rows.
  static func groupCount(height: Int) -> Int { (height + groupRows - 1) / groupRows }
}
