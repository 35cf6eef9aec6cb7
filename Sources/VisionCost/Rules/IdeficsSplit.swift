/// Scaled, up or down, to a fixed long side, then cut into tiles with a view of the whole: Idefics3, SmolVLM.
struct IdeficsSplit: TokenRule {
  /// The long side in pixels.
  let longEdge: Int
  /// The side of a tile in pixels.
  let tile: Int
  /// Tokens of a tile.
  let sequence: Int

  func reading(of size: PictureSize) -> PictureReading {
    let isWide = size.width >= size.height
    let long = Double(longEdge)
    // The processor reckons with width / height for either shape; the products below keep its order of operations.
    let aspect = Double(size.width) / Double(size.height)
    var short = Int(isWide ? long / aspect : long * aspect)
    short = max(1, short + short % 2)
    let fitted = isWide ? long / Double(short) : Double(short) / long
    let wholeLong = dividedUp(longEdge, tile) * tile
    let scaled = Int(isWide ? Double(wholeLong) / fitted : Double(wholeLong) * fitted)
    let longTiles = wholeLong / tile
    let shortTiles = max(1, dividedUp(scaled, tile))
    let (rows, columns) = isWide ? (shortTiles, longTiles) : (longTiles, shortTiles)
    // Each tile has its place and its end around it, each row a break, the view of the whole three marks.
    let tokens = sequence + 3 + rows * (columns * (sequence + 2) + 1)
    return PictureReading(tokens: tokens, isShrunk: size.longEdge > longEdge)
  }
}
