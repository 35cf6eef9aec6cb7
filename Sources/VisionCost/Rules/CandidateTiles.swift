/// The best grid of a list, with a break behind each row of patches, and a view of the whole: DeepSeek-VL2.
struct CandidateTiles: TokenRule {
  /// In pixels.
  let tile: Int
  /// Tokens along a side of a tile.
  let patches: Int
  let grids: [TileGrid]

  func reading(of size: PictureSize) -> PictureReading {
    let grid = grids.best(for: size, tile: tile)
    let whole = patches * (patches + 1)
    let tiles = patches * grid.rows * (patches * grid.columns + 1)
    return PictureReading(tokens: whole + 1 + tiles, isShrunk: grid.scale(of: size, tile: tile) < 1)
  }
}
