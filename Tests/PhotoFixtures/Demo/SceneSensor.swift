/// Turns light into samples as a phone's camera does: a soft shoulder, darker corners, noise.
struct SceneSensor: Sendable {
  private let seed: UInt64
  /// The curve of sRGB over a shoulder, for 0 to 4 times white in 4096 steps.
  private let curve: [Float]

  init(seed: UInt64) {
    self.seed = seed ^ 0x5E45
    curve = (0..<4096).map { index in
      let light = Double(index) / 4095 * 4
      // Filmic: nearly linear up to middle gray, and white only at four times white.
      let toned = light * (1 + light / 16) / (1 + light * 0.82) * 1.12
      return Float(ToneCurve.sRGB.coded(min(1, toned))) * 255
    }
  }

  func develop(_ canvas: Canvas) -> Raster {
    let count = canvas.width * canvas.height * 3
    let rgb = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Safe to share: each band writes the bytes of its own rows.
      nonisolated(unsafe) let samples = buffer
      Canvas.concurrently(0..<canvas.height) { rows in
        for y in rows { develop(canvas, row: y, into: samples) }
      }
      initialized = count
    }
    return Raster(width: canvas.width, height: canvas.height, rgb: rgb)
  }

  private func develop(_ canvas: Canvas, row: Int, into samples: UnsafeMutableBufferPointer<UInt8>) {
    var random = SplitMix64(seed: SplitMix64.mix(seed &+ UInt64(row)))
    let v = canvas.v(row) - 0.5
    var index = row * canvas.width * 3
    for x in 0..<canvas.width {
      let pixel = canvas.pixels[row * canvas.width + x]
      let u = canvas.u(x)
      let vignette = 1 - 0.42 * (u * u + v * v)
      let gray = pixel.x * 0.2126 + pixel.y * 0.7152 + pixel.z * 0.0722
      let bits = random.next()
      // Four bytes each for light and color: their sums are near enough to a normal distribution.
      let luma = Self.bell(UInt32(truncatingIfNeeded: bits))
      let chroma = Self.bell(UInt32(truncatingIfNeeded: bits >> 32))
      for channel in 0..<3 {
        // A phone's rendering is a little more colorful than the light.
        let vivid = gray + (pixel[channel] - gray) * 1.16
        let light = max(0, min(3.999, vivid * vignette * 1.10))
        let value = curve[Int(light * 1023.75)]
        // Shot noise is strongest in the shadows after the curve.
        let noise = 1.0 + 1.4 * (1 - value / 255)
        let tint: Float = channel == 0 ? 0.5 : channel == 1 ? -0.2 : -0.7
        let sample = value + (luma + chroma * tint) * noise * Self.amount
        samples[index] = UInt8(max(0, min(255, sample + 0.5)))
        index += 1
      }
    }
  }

  /// The noise in levels of 255 at white.
  private static let amount: Float = 1.15

  /// About normally distributed, with a deviation of 1.
  private static func bell(_ bits: UInt32) -> Float {
    let sum = (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24)
    return (Float(sum) - 510) / 148
  }
}
