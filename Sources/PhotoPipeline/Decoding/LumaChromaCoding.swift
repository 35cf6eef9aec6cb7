import PixelKernels

/// How luma and chroma are made of red, green and blue (ITU-T H.273 §8.3).
struct LumaChromaCoding: Hashable, Sendable {
  /// The weight of red in luma.
  var red: Double
  /// The weight of blue in luma.
  var blue: Double
  /// Whether samples use all of 0 to 255. Else luma is 16 to 235 and chroma 16 to 240.
  var isFullRange: Bool

  /// JFIF 1.02: the matrix of ITU-R BT.601 in full range.
  static let jfif = LumaChromaCoding(red: 0.299, blue: 0.114, isFullRange: true)

  /// Luma and chroma to RGB, as the kernel wants it.
  var kernel: pk_luma_chroma {
    let green = 1 - red - blue
    let lumaGain = isFullRange ? 1 : 255.0 / 219
    let chromaGain = isFullRange ? 1 : 255.0 / 224
    func fixed(_ value: Double) -> Int32 { Int32((min(max(value, -4), 4) * 65536).rounded()) }
    return pk_luma_chroma(
      luma_black: isFullRange ? 0 : 16, luma_scale: fixed(lumaGain),
      red_of_cr: fixed(chromaGain * 2 * (1 - red)),
      green_of_cb: fixed(-chromaGain * 2 * (1 - blue) * blue / green),
      green_of_cr: fixed(-chromaGain * 2 * (1 - red) * red / green),
      blue_of_cb: fixed(chromaGain * 2 * (1 - blue)))
  }
}
