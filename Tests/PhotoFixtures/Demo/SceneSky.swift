/// The evening sky: a glow over the ridges, clouds lit from below, the first stars.
struct SceneSky: Sendable {
  private let noise: GradientNoise
  private let stars: [SIMD3<Float>]
  private let cloudShift: Float
  private let zenith = SceneMath.light(0x24417F)
  private let upper = SceneMath.light(0x5F7FC0)
  private let middle = SceneMath.light(0xD7A3B4)
  private let low = SceneMath.light(0xFFBC80)
  private let glow = SceneMath.light(0xFFDDA0)
  private let cloudLit = SceneMath.light(0xFF9672) * 1.5
  private let cloudShade = SceneMath.light(0x6A6A94)

  init(seed: UInt64) {
    noise = GradientNoise(seed: seed ^ 0x51)
    var random = SplitMix64(seed: seed ^ 0x57A2)
    cloudShift = random.float(0...50)
    stars = (0..<70).map { _ in
      let brightness = random.unit()
      return SIMD3(random.float(-0.9...0.9), random.float(0...0.2), 0.15 + brightness * brightness * 0.9)
    }
  }

  func paint(_ canvas: Canvas, rows: Range<Int>) {
    Canvas.concurrently(rows) { band in
      for y in band {
        for x in 0..<canvas.width {
          canvas.pixels[y * canvas.width + x] = SIMD4(color(canvas.u(x), canvas.v(y)), .infinity)
        }
      }
    }
    for star in stars { paint(star, canvas) }
  }

  private func color(_ u: Float, _ v: Float) -> SIMD3<Float> {
    let base = clear(u, v)
    // Perspective: clouds gather and flatten towards the horizon.
    let depth = 1 / (0.62 - v + 0.12)
    let x = u * depth * 1.1 + cloudShift
    let y = depth * 1.5
    let warpX = noise.fractal(x * 0.8, y * 0.9 + 5, octaves: 3)
    let warpY = noise.fractal(x * 0.8 + 7, y * 0.9, octaves: 2)
    let body = noise.fractal(x * 0.9 + warpX * 0.9, y * 1.5 + warpY * 0.7, octaves: 7, gain: 0.52)
    let cover = SceneMath.step(0.02, 0.62, body + 0.10 * warpY)
    guard cover > 0 else { return base }
    // The lower rim of a cloud faces the sun that has set; its body is gray.
    let thickness = SceneMath.step(0.12, 0.75, body)
    let lit = SceneMath.mix(cloudLit, cloudShade, thickness * 0.85)
    let warmth = SceneMath.step(0, 0.5, v)
    let shade = SceneMath.mix(lit * 0.8, lit * 1.15, warmth)
    return SceneMath.mix(base, shade, cover * 0.82)
  }

  private func clear(_ u: Float, _ v: Float) -> SIMD3<Float> {
    var color = SceneMath.mix(zenith, upper, SceneMath.step(0, 0.28, v))
    color = SceneMath.mix(color, middle, SceneMath.step(0.14, 0.36, v) * 0.92)
    color = SceneMath.mix(color, low, SceneMath.step(0.26, 0.46, v) * 0.95)
    let distance = (u + 0.06) * (u + 0.06) * 5 + (v - 0.5) * (v - 0.5) * 26
    return color + glow * (0.75 / (1 + distance * 6))
  }

  private func paint(_ star: SIMD3<Float>, _ canvas: Canvas) {
    let column = canvas.column(star.x)
    let row = star.y * canvas.unit
    let radius = max(0.8, canvas.unit * 0.00035)
    let fade = 1 - SceneMath.step(0.1, 0.22, star.y)
    for y in max(0, Int(row - radius * 3))...max(0, Int(row + radius * 3)) where y < canvas.height {
      for x in Int(column - radius * 3)...Int(column + radius * 3) where (0..<canvas.width).contains(x) {
        let dx = (Float(x) - column) / radius
        let dy = (Float(y) - row) / radius
        let light = star.z * fade / (1 + (dx * dx + dy * dy) * (dx * dx + dy * dy))
        let index = y * canvas.width + x
        canvas.pixels[index] += SIMD4(light, light, light * 0.95, 0) * 0.8
      }
    }
  }
}
