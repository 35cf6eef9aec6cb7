/// Crops of equal cost whose side follows from the shorter side of the picture: Gemini 1.5 to 2.5.
struct GeminiTiles: TokenRule {
  /// The wording of Vertex AI: fitted into 3072 pixels first, and crops of 256 to 768 pixels.
  let isVertex: Bool

  private static let tokens = 258
  /// A picture with no side above this is one crop, in pixels.
  private static let smallSide = 384
  /// A crop is looked at in this size, in pixels.
  private static let cropSide = 768
  private static let vertexEdge = 3072

  func reading(of size: PictureSize) -> PictureReading {
    let fitted = isVertex ? size.fitted(toLongEdge: Self.vertexEdge) : size
    if fitted.longEdge <= Self.smallSide { return PictureReading(tokens: Self.tokens, isShrunk: false) }
    var unit = max(1, fitted.shortEdge * 2 / 3)
    if isVertex { unit = min(max(256, unit), Self.cropSide) }
    let crops = dividedUp(fitted.width, unit) * dividedUp(fitted.height, unit)
    return PictureReading(
      tokens: Self.tokens * crops, isShrunk: fitted != size || unit > Self.cropSide)
  }
}
