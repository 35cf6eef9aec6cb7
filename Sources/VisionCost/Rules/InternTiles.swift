/// Stretched into the grid of the nearest shape, with a view of the whole beside several tiles: InternVL.
struct InternTiles: TokenRule {
  let tile: Int
  let grids: [TileGrid]
  let tokensPerTile: Int

  init(tile: Int, maximumTiles: Int, tokensPerTile: Int) {
    self.tile = tile
    self.tokensPerTile = tokensPerTile
    grids = TileGrid.bySize(upTo: maximumTiles)
  }

  func reading(of size: PictureSize) -> PictureReading {
    let grid = grids.nearest(to: size, tile: tile)
    let views = grid.count > 1 ? grid.count + 1 : 1
    return PictureReading(tokens: tokensPerTile * views, isShrunk: grid.scale(of: size, tile: tile) < 1)
  }
}

/// The grid that keeps the most of the picture, with a view of the whole: InternVL and Llama 4 in llama.cpp.
struct KeptTiles: TokenRule {
  let tile: Int
  let grids: [TileGrid]
  let tokensPerTile: Int

  func reading(of size: PictureSize) -> PictureReading {
    // No cutting where one tile holds all.
    if size.longEdge <= tile { return PictureReading(tokens: tokensPerTile, isShrunk: false) }
    let grid = grids.best(for: size, tile: tile)
    return PictureReading(
      tokens: tokensPerTile * (grid.count + 1), isShrunk: grid.scale(of: size, tile: tile) < 1)
  }
}
