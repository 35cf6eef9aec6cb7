/// Tiles of 512 pixels beside a base, after a fit into two squares: GPT-4o to GPT-5.1, o1 and o3.
struct OpenAITiles: TokenRule {
  let base: Int
  /// Tokens of a tile.
  let tile: Int

  /// In pixels.
  private static let longEdge = 2048.0
  private static let shortEdge = 768.0
  private static let tileSide = 512.0

  func reading(of size: PictureSize) -> PictureReading {
    var long = Double(size.longEdge)
    var short = Double(size.shortEdge)
    let isShrunk = long > Self.longEdge || short > Self.shortEdge
    if long > Self.longEdge {
      (long, short) = (Self.longEdge, (short * Self.longEdge / long).rounded())
    }
    if short > Self.shortEdge {
      (long, short) = ((long * Self.shortEdge / short).rounded(.down), Self.shortEdge)
    }
    let tiles = (long / Self.tileSide).rounded(.up) * max(1, (short / Self.tileSide).rounded(.up))
    return PictureReading(tokens: base + tile * Int(tiles), isShrunk: isShrunk)
  }
}
