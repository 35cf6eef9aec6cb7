/// Whole patches under a limit of edge and number; a picture above it is shrunk to the largest that fits: Claude.
struct PatchBudget: TokenRule {
  /// The side of a patch in pixels.
  let cell: Int
  /// In pixels, of the picture padded to whole patches.
  let maximumEdge: Int
  let maximumTokens: Int

  func reading(of size: PictureSize) -> PictureReading {
    if fits(size) { return PictureReading(tokens: tokens(size), isShrunk: false) }
    // The largest long side that fits, with the short side that keeps the shape, halves to even.
    var lower = 1
    var upper = size.longEdge
    while lower < upper {
      let middle = (lower + upper + 1) / 2
      if fits(scaled(size, longEdge: middle)) { lower = middle } else { upper = middle - 1 }
    }
    return PictureReading(tokens: tokens(scaled(size, longEdge: lower)), isShrunk: true)
  }

  private func scaled(_ size: PictureSize, longEdge: Int) -> PictureSize {
    let aspect = Double(size.longEdge) / Double(size.shortEdge)
    let short = TieRounding.toEven(Double(longEdge) / aspect)
    return size.width >= size.height
      ? PictureSize(clamping: longEdge, short) : PictureSize(clamping: short, longEdge)
  }

  private func tokens(_ size: PictureSize) -> Int {
    dividedUp(size.width, cell) * dividedUp(size.height, cell)
  }

  private func fits(_ size: PictureSize) -> Bool {
    dividedUp(size.longEdge, cell) * cell <= maximumEdge && tokens(size) <= maximumTokens
  }
}
