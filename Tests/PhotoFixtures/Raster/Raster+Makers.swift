import Foundation

extension Raster {
  /// One color all over.
  public static func solid(width: Int, height: Int, _ color: Color = Color(128, 128, 128)) -> Raster {
    Raster(width: width, height: height) { _, _ in color }
  }

  /// The colors of ``cornerCard(width:height:)``: top left, top right, bottom left, bottom right.
  public static let cornerColors = [
    Color(220, 40, 40), Color(40, 180, 60), Color(50, 70, 220), Color(240, 220, 50),
  ]

  /// Four solid quadrants (red, green; blue, yellow) and a white bar in the upper left one.
  ///
  /// Each of the eight orientations gives another picture. The colors stay apart after lossy coding
  /// with subsampled chroma, so a test may look at the middle of a quadrant with a tolerance of 12.
  public static func cornerCard(width: Int, height: Int) -> Raster {
    Raster(width: width, height: height) { x, y in
      let right = x * 2 >= width
      let low = y * 2 >= height
      // A horizontal bar below the top edge: it tells a turned card from one with exchanged colors.
      let inBar = x * 8 >= width && x * 8 < width * 3 && y * 16 >= height && y * 16 < height * 2
      return inBar ? .white : cornerColors[(low ? 2 : 0) + (right ? 1 : 0)]
    }
  }

  /// Red grows to the right, green downwards, blue along the diagonal.
  public static func gradient(width: Int, height: Int) -> Raster {
    Raster(width: width, height: height) { x, y in
      let across = width > 1 ? x * 255 / (width - 1) : 0
      let down = height > 1 ? y * 255 / (height - 1) : 0
      return Color(UInt8(across), UInt8(down), UInt8((across + down) / 2))
    }
  }

  /// Independent random samples: what a JPEG codes worst.
  public static func noise(width: Int, height: Int, seed: UInt64 = 1) -> Raster {
    var random = SplitMix64(seed: seed)
    var rgb = [UInt8](repeating: 0, count: width * height * 3)
    for index in rgb.indices { rgb[index] = UInt8(truncatingIfNeeded: random.next() >> 32) }
    return Raster(width: width, height: height, rgb: rgb)
  }

  /// Like a photo: soft large shapes of color, texture of all sizes, mild grain.
  public static func detail(width: Int, height: Int, seed: UInt64 = 1) -> Raster {
    var random = SplitMix64(seed: seed ^ 0x6A09_E667)
    let noise = GradientNoise(seed: seed)
    let scale = 6 / Float(max(width, height, 1))
    return Raster(width: width, height: height) { x, y in
      let u = Float(x) * scale
      let v = Float(y) * scale
      let light = noise.fractal(u, v, octaves: 7) * 0.5 + 0.5
      let warm = noise.fractal(u * 0.5 + 40, v * 0.5, octaves: 2)
      let cool = noise.fractal(u * 0.6, v * 0.6 + 40, octaves: 2)
      let grain = Float(Int64(bitPattern: random.next() >> 32 & 0xFF) - 128) * 0.03
      func level(_ value: Float) -> UInt8 { UInt8(max(0, min(255, (value * 255 + grain).rounded()))) }
      return Color(level(light + warm * 0.35), level(light), level(light + cool * 0.35))
    }
  }

  /// Stripes of two colors, `period` pixels for a pair; upright unless `horizontal`.
  public static func stripes(
    width: Int, height: Int, period: Int = 2, horizontal: Bool = false,
    _ first: Color = .black, _ second: Color = .white
  ) -> Raster {
    Raster(width: width, height: height) { x, y in
      ((horizontal ? y : x) % period) * 2 < period ? first : second
    }
  }

  /// Rings that grow finer from the middle to the nearer edges, where they reach half a cycle a pixel.
  ///
  /// A downscale that aliases shows false rings away from the middle; one that does not fades to gray.
  public static func zonePlate(width: Int, height: Int) -> Raster {
    let centerX = Double(width - 1) / 2
    let centerY = Double(height - 1) / 2
    // The phase k·r² has the frequency k·r/π; half a cycle a pixel at r = radius gives k = π/2/radius.
    let rate = Double.pi / 2 / max(1, min(centerX, centerY))
    return Raster(width: width, height: height) { x, y in
      let dx = Double(x) - centerX
      let dy = Double(y) - centerY
      let level = UInt8((127.5 + 127.5 * cos(rate * (dx * dx + dy * dy))).rounded())
      return Color(level, level, level)
    }
  }
}
