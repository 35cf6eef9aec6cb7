/// The flattening of transparent colors on white.
enum Flattening {
  /// (sample * alpha + 255 * (255 - alpha)) / 255 to the nearest integer; alpha 255 is opaque.
  static func onWhite(_ sample: UInt8, alpha: UInt8) -> UInt8 {
    let sum = Int(sample) * Int(alpha) + 255 * (255 - Int(alpha))
    return UInt8((sum + 127) / 255)
  }
}
