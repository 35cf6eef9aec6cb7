/// Patches of 32 pixels, times a factor of the model, under a limit of edge and number: GPT-4.1 mini, GPT-5.2 and later.
struct OpenAIPatches: TokenRule {
  /// The longest side in pixels that is not shrunk; `nil` for none.
  var longEdge: Int?
  /// How many patches are not shrunk; `nil` for any number.
  var budget: Int?
  /// Hundredths of a token a patch, so that no product falls just beside a whole number.
  let hundredths: Int

  static let cell = 32

  func reading(of size: PictureSize) -> PictureReading {
    let fitted = longEdge.map(size.fitted) ?? size
    var patches = Self.patches(fitted)
    var isShrunk = fitted != size
    if let budget, patches > budget {
      isShrunk = true
      patches = Self.patches(Self.shrunk(fitted, budget: budget))
    }
    return PictureReading(tokens: dividedUp(patches * hundredths, 100), isShrunk: isShrunk)
  }

  static func patches(_ size: PictureSize) -> Int {
    dividedUp(size.width, cell) * dividedUp(size.height, cell)
  }

  /// Scaled to the area of the budget, then a little more, so that one side is of whole patches.
  private static func shrunk(_ size: PictureSize, budget: Int) -> PictureSize {
    let (width, height) = (Double(size.width), Double(size.height))
    let side = Double(cell)
    var scale = (side * side * Double(budget) / (width * height)).squareRoot()
    let (columns, rows) = (width * scale / side, height * scale / side)
    scale *= min(max(1, columns.rounded(.down)) / columns, max(1, rows.rounded(.down)) / rows)
    return PictureSize(clamping: Int((width * scale).rounded(.down)), Int((height * scale).rounded(.down)))
  }
}
