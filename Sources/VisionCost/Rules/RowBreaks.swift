/// Cells with a token at the end of each row: Pixtral and Mistral Small in `transformers`.
struct RowBreaks: TokenRule {
  /// The side of a cell in pixels.
  let cell: Int
  /// The longest side that is not shrunk, in pixels.
  let longEdge: Int

  func reading(of size: PictureSize) -> PictureReading {
    let ratio = Double(size.longEdge) / Double(longEdge)
    guard ratio > 1 else { return PictureReading(tokens: tokens(size), isShrunk: false) }
    let fitted = PictureSize(
      clamping: Int((Double(size.width) / ratio).rounded(.down)),
      Int((Double(size.height) / ratio).rounded(.down)))
    return PictureReading(tokens: tokens(fitted), isShrunk: true)
  }

  private func tokens(_ size: PictureSize) -> Int {
    dividedUp(size.height, cell) * (dividedUp(size.width, cell) + 1)
  }
}

/// The same two models in llama.cpp: sized by area, and no token behind the last row.
struct RowBreaksByArea: TokenRule {
  let resize: SmartResize

  func reading(of size: PictureSize) -> PictureReading {
    let grid = resize.grid(of: size)
    return PictureReading(tokens: grid.rows * grid.columns + grid.rows - 1, isShrunk: grid.isShrunk)
  }
}
