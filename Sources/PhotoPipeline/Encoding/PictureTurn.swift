import PixelKernels

/// How a stored picture becomes upright: one of the eight orientations of EXIF 2.32 §4.6.4, tag 0x0112.
struct PictureTurn {
  /// 1 to 8; 1 is upright already.
  let orientation: Int

  /// Whether rows become columns.
  var transposes: Bool { orientation >= 5 }
  /// Whether the stored picture's left side ends on the right or, after a transposition, at the bottom.
  var mirrorsColumns: Bool { [2, 3, 7, 8].contains(orientation) }
  /// Whether the stored picture's upper side ends at the bottom or, after a transposition, on the right.
  var mirrorsRows: Bool { [3, 4, 6, 7].contains(orientation) }

  /// The upright size of a picture stored at `size`, and the other way round.
  func turned(_ size: PixelSize) -> PixelSize { transposes ? size.transposed : size }

  /// Writes group `index` of the upright picture to `group`.
  func write(group index: Int, of stored: SmallPicture, to group: RowGroup) {
    let sizes = stored.layout.planeSizes(of: stored.size)
    for (plane, target) in group.planes.enumerated() {
      write(
        rows: index * target.rows..<min((index + 1) * target.rows, turned(sizes[plane]).height),
        of: stored.plane(plane), size: sizes[plane], to: target)
    }
  }

  private func write(rows: Range<Int>, of source: RowGroup.Plane, size: PixelSize, to target: RowGroup.Plane)
  {
    guard transposes else {
      for (offset, y) in rows.enumerated() {
        let row = source.row(mirrorsRows ? size.height - 1 - y : y)
        if mirrorsColumns {
          pk_mirror(row, size.width, target.row(offset))
        } else {
          target.row(offset).update(from: row, count: size.width)
        }
      }
      return
    }
    // The upright rows are columns of the stored picture. Mirroring walks the source or the target
    // backwards, by a negative stride.
    let columns =
      mirrorsColumns ? size.width - rows.upperBound..<size.width - rows.lowerBound : rows
    let firstRow = source.row(mirrorsRows ? size.height - 1 : 0) + columns.lowerBound
    let firstTarget = target.row(mirrorsColumns ? rows.count - 1 : 0)
    pk_transpose(
      firstRow, mirrorsRows ? -source.stride : source.stride, columns.count, size.height,
      firstTarget, mirrorsColumns ? -target.stride : target.stride)
  }
}
