/// Patches of 14 pixels up to a number of them and a number a side, merged four to a token: Kimi K2.5.
struct PackedPatches: TokenRule {
  let maximumPatches: Int
  let maximumPatchesPerSide: Int

  private static let patch = 14
  private static let cell = 28

  func reading(of size: PictureSize) -> PictureReading {
    let patches = max(1, size.width / Self.patch) * max(1, size.height / Self.patch)
    let edge = Double(maximumPatchesPerSide * Self.patch)
    let scale = min(
      1, (Double(maximumPatches) / Double(patches)).squareRoot(), edge / Double(size.width),
      edge / Double(size.height))
    let fitted = PictureSize(clamping: Int(Double(size.width) * scale), Int(Double(size.height) * scale))
    return PictureReading(
      tokens: dividedUp(fitted.width, Self.cell) * dividedUp(fitted.height, Self.cell), isShrunk: scale < 1)
  }
}
