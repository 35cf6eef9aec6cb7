import PhotoPipeline

extension PhotoPreparer.Options {
  /// Options that the last two bytes of an input choose.
  ///
  /// Inputs stay photos that other programs open, because what stands behind a picture's end does not change it.
  init(chosenBy bytes: [UInt8]) {
    self.init()
    // A photo that ends with its end marker, FF D9, gets the first of each choice.
    let last = Int((bytes.last ?? 0) ^ 0xD9)
    let other = Int((bytes.dropLast().last ?? 0) ^ 0xFF)
    longEdge = [256, 16, 17, 64, 100, 255, 1000, 2048][last % 8]
    quality = [0.85, 0.05, 0.5, 1][other % 4]
    usesSecondThread = last / 8 % 2 == 1
    // Instrumented code is slow.
    limits.pixels = 1_000_000
    limits.memory = 64 << 20
  }
}
