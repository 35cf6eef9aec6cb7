/// Crops that cover the picture, of which patches that are only padding are left out: Phi-4 multimodal.
struct CropMask: TokenRule {
  /// The side of a crop in pixels.
  let tile: Int
  let maximumCrops: Int
  let grids: [TileGrid]

  /// In pixels.
  private static let patch = 14
  /// The view of the whole with its breaks, and the mark between it and the crops.
  private static let whole = 256 + 16 + 1

  init(tile: Int, maximumCrops: Int) {
    self.tile = tile
    self.maximumCrops = maximumCrops
    grids = TileGrid.bySize(upTo: maximumCrops)
  }

  func reading(of size: PictureSize) -> PictureReading {
    let covering = TileGrid(columns: dividedUp(size.width, tile), rows: dividedUp(size.height, tile))
    let grid = covering.count > maximumCrops ? grids.nearest(to: size, tile: tile) : covering
    let (width, height) = (grid.columns * tile, grid.rows * tile)
    let (across, down) = (Double(width) / Double(size.width), Double(height) / Double(size.height))
    let kept =
      across < down
      ? (width: width, height: Int(Double(size.height) * across))
      : (width: Int(Double(size.width) * down), height: height)
    let columns = dividedUp((width / Self.patch) - (width - kept.width) / Self.patch, 2)
    let rows = dividedUp((height / Self.patch) - (height - kept.height) / Self.patch, 2)
    return PictureReading(tokens: Self.whole + rows * columns + rows, isShrunk: min(across, down) < 1)
  }
}
