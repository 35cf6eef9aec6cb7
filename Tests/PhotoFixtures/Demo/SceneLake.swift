/// Still water that mirrors what lies above it, with ripples and patches of wind.
struct SceneLake: Sendable {
  /// Where the far shore meets the water, in scene coordinates.
  static let shore =
    SceneTerrain.horizon + SceneTerrain.eye / SceneTerrain.range.lowerBound * SceneTerrain.focal

  private let noise: GradientNoise
  private let depth = SceneMath.light(0x16323A)

  init(seed: UInt64) {
    noise = GradientNoise(seed: seed ^ 0x1A4E)
  }

  func paint(_ canvas: Canvas) {
    let start = max(1, min(canvas.height, Int(Self.shore * canvas.unit)))
    Canvas.concurrently(start..<canvas.height) { band in
      for y in band {
        for x in 0..<canvas.width {
          canvas.pixels[y * canvas.width + x] = SIMD4(color(canvas, x, y, shore: start), 0.2)
        }
      }
    }
  }

  /// - Parameter shore: The first row of water. Only rows above it are mirrored: those below it are painted
  ///   by other threads meanwhile.
  private func color(_ canvas: Canvas, _ x: Int, _ y: Int, shore: Int) -> SIMD3<Float> {
    let u = canvas.u(x)
    let below = canvas.v(y) - Self.shore
    // Place on the water, in multiples of the height of the eye.
    let away = 1 / (below + 0.004)
    let side = u * away
    // What is finer than a pixel must not show as false waves.
    let wide = SceneMath.step(0, 0.05, below)
    let close = SceneMath.step(0.02, 0.22, below)
    var rise = noise(side * 0.9, away * 1.1) * 0.35
    rise += noise(side * 2.3 + 9, away * 3.1) * 0.5 * wide
    rise += noise.fractal(side * 6 + 3, away * 9, octaves: 3) * 0.55 * close
    let sway = noise(side * 3 + 40, away * 4) * wide
    let wind = SceneMath.step(0.12, 0.5, noise.fractal(side * 0.10 + 20, away * 0.35, octaves: 3))
    let strength = (0.0012 + 0.05 * below) * (0.55 + 1.6 * wind) * canvas.unit
    let mirrored = (2 * Self.shore - canvas.v(y)) * canvas.unit - abs(rise) * strength * 0.9 + rise * strength
    var light = canvas.sample(Float(x) + sway * strength * 0.35, mirrored, rows: shore)
    // Wind blurs: wavelets show sky that stands higher.
    if wind > 0.02 {
      let sky = canvas.sample(Float(x) + sway * strength, mirrored - 0.12 * canvas.unit, rows: shore)
      light = SceneMath.mix(light, sky, wind * 0.38 * SceneMath.step(0, 0.04, below))
    }
    // Fresnel: the steeper the look, the less is mirrored and the more of the bottom is seen.
    let mirror = SceneMath.mix(0.90, 0.40, SceneMath.step(0, 0.46, below))
    let shine = light * mirror + depth * ((1 - mirror) * 0.8)
    let mist = SceneMath.step(0.03, 0, below) * 0.16
    return SceneMath.mix(shine, SceneMath.light(0xC9B4C4) * 0.6, mist)
  }
}
