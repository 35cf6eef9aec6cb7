/// Every picture scaled, up or down, to the largest grid of its shape under a number of cells: Gemini 3, Gemma 4.
struct BudgetGrid: TokenRule {
  /// The side of a cell in pixels.
  let cell: Int
  let maximumTokens: Int

  func reading(of size: PictureSize) -> PictureReading {
    let (width, height) = (Double(size.width), Double(size.height))
    let side = Double(cell)
    let scale = (Double(maximumTokens) * side * side / (width * height)).squareRoot()
    let columns = Int((width * scale / side).rounded(.down))
    let rows = Int((height * scale / side).rounded(.down))
    // A sliver keeps one row, as long as its shape and the budget allow.
    let sliver = min(max(1, size.longEdge / size.shortEdge), maximumTokens)
    return PictureReading(tokens: columns > 0 && rows > 0 ? columns * rows : sliver, isShrunk: scale < 1)
  }
}
