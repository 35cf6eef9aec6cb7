/// The smallest canvas of tiles that holds the picture, else the one that shrinks it least: Llama 3.2 Vision, Llama 4.
struct CanvasTiles: TokenRule {
  /// What the tiles cost.
  enum Price: Sendable {
    /// As many states of cross-attention a tile; nothing else.
    case perTile(Int)
    /// Tokens of a tile, of a view of the whole beside several, and of the marks between tiles and rows.
    case withSeparators(Int)
  }

  let tile: Int
  let canvases: [TileGrid]
  let price: Price

  init(tile: Int, maximumTiles: Int, price: Price) {
    self.tile = tile
    self.price = price
    canvases = TileGrid.all(upTo: maximumTiles)
  }

  func reading(of size: PictureSize) -> PictureReading {
    let (canvas, scale) = canvas(for: size)
    return PictureReading(tokens: tokens(canvas), isShrunk: scale < 1)
  }

  private func canvas(for size: PictureSize) -> (TileGrid, scale: Double) {
    var best = (TileGrid(columns: 1, rows: 1), scale: 0.0)
    for canvas in canvases {
      let scale = canvas.scale(of: size, tile: tile)
      let isBetter =
        scale == best.scale
        ? canvas.count < best.0.count
        : scale >= 1 && best.scale >= 1 ? scale < best.scale : scale > best.scale
      if isBetter { best = (canvas, scale) }
    }
    return best
  }

  private func tokens(_ grid: TileGrid) -> Int {
    switch price {
    case .perTile(let states): states * grid.count
    case .withSeparators(let tokens) where grid.count == 1: tokens + 3
    case .withSeparators(let tokens):
      tokens * (grid.count + 1) + grid.rows * (grid.columns - 1) + grid.rows + 3
    }
  }
}
