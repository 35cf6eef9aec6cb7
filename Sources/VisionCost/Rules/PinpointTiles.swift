/// A view of the whole and the best of a few grids, without the padding: LLaVA-1.6.
struct PinpointTiles: TokenRule {
  /// In pixels.
  let tile: Int
  /// Patches along a side of a tile.
  let patches: Int
  let grids: [TileGrid]

  func reading(of size: PictureSize) -> PictureReading {
    let grid = grids.best(for: size, tile: tile)
    var rows = patches * grid.rows
    var columns = patches * grid.columns
    let (width, height) = (Double(size.width), Double(size.height))
    if width / height > Double(columns) / Double(rows) {
      let kept = Int((height * (Double(columns) / width)).nearlyWhole)
      rows -= (rows - kept) / 2 * 2
    } else {
      let kept = Int((width * (Double(rows) / height)).nearlyWhole)
      columns -= (columns - kept) / 2 * 2
    }
    // A break behind each row, and the whole.
    return PictureReading(
      tokens: rows * columns + rows + patches * patches, isShrunk: grid.scale(of: size, tile: tile) < 1)
  }
}

extension Double {
  /// The number, or the whole number that it differs from only because two roundings were in the way.
  /// `transformers` rounds to seven digits for the same reason.
  fileprivate var nearlyWhole: Double { (self * 1e7).rounded(.toNearestOrEven) / 1e7 }
}
