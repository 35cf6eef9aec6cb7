/// The same for every picture, which is scaled into a square: Gemma 3, LLaVA-1.5.
struct FixedTokens: TokenRule {
  let tokens: Int
  /// The side of the square in pixels.
  let side: Int

  func reading(of size: PictureSize) -> PictureReading {
    PictureReading(tokens: tokens, isShrunk: size.longEdge > side)
  }
}

/// An area divided by a number, from before the rules of Claude were published.
struct AreaTokens: TokenRule {
  /// Pixels a token.
  let divisor: Int
  let longEdge: Int
  let maximumTokens: Int

  func reading(of size: PictureSize) -> PictureReading {
    let fitted = size.fitted(toLongEdge: longEdge)
    let tokens = dividedUp(fitted.width * fitted.height, divisor)
    return PictureReading(
      tokens: min(tokens, maximumTokens), isShrunk: fitted != size || tokens > maximumTokens)
  }
}
