/// Small functions that the painters share.
enum SceneMath {
  /// 0 below `low`, 1 above `high`, smooth between.
  static func step(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = max(0, min(1, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)
  }

  static func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

  static func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a + (b - a) * t }

  static func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a * b).sum() }

  static func normalized(_ vector: SIMD3<Float>) -> SIMD3<Float> {
    vector / dot(vector, vector).squareRoot()
  }

  /// Linear light of a color written as on the web, 0xRRGGBB.
  static func light(_ hex: Int) -> SIMD3<Float> {
    let channels = [hex >> 16 & 255, hex >> 8 & 255, hex & 255].map {
      Float(ToneCurve.sRGB.linear(Double($0) / 255))
    }
    return SIMD3(channels[0], channels[1], channels[2])
  }
}

extension SplitMix64 {
  /// A number from 0 up to 1.
  mutating func unit() -> Float { Float(next() >> 40) / 16_777_216 }

  /// A number of a range.
  mutating func float(_ range: ClosedRange<Float>) -> Float {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }
}
