/// The near shore: stones in the shallows and on the bank, grass and flowers between them.
struct SceneShore: Sendable {
  struct Stone: Sendable {
    var center: SIMD2<Float>
    var radius: SIMD2<Float>
    var color: SIMD3<Float>
    var shift: SIMD2<Float>
    /// The row below which the stone stands in water or ground.
    var foot: Float
  }

  private let seed: UInt64
  private let noise: GradientNoise
  private let soil = SceneMath.light(0x4A4136)
  private let gravel = SceneMath.light(0x8C8279)

  init(seed: UInt64) {
    self.seed = seed ^ 0x5402
    noise = GradientNoise(seed: seed ^ 0x5403)
  }

  /// Paints gravel and stones.
  func paintBank(_ canvas: Canvas) {
    paintGround(canvas)
    let stones = stones(canvas)
    Canvas.concurrently(Int(0.8 * canvas.unit)..<canvas.height) { band in
      for stone in stones { paint(stone, canvas, band) }
    }
  }

  /// Paints what grows before everything else.
  func paintGrass(_ canvas: Canvas) {
    let grass = grass(canvas)
    Canvas.concurrently(Int(0.8 * canvas.unit)..<canvas.height) { band in
      for stroke in grass { stroke.paint(canvas, rows: band) }
    }
  }

  /// Where water ends, in scene coordinates.
  private func waterLine(_ u: Float) -> Float {
    0.915 - 0.085 * SceneMath.step(0.1, 0.42, abs(u + 0.03)) + 0.022 * noise(u * 5, 1)
      + 0.006 * noise(u * 31, 4)
  }

  private func paintGround(_ canvas: Canvas) {
    Canvas.concurrently(Int(0.8 * canvas.unit)..<canvas.height) { band in
      for y in band {
        for x in 0..<canvas.width {
          let u = canvas.u(x)
          let v = canvas.v(y)
          let inland = v - waterLine(u)
          guard inland > -0.03 else { continue }
          let pebbles = noise.fractal(u * 260, v * 520, octaves: 5, gain: 0.7)
          let patches = noise.fractal(u * 9, v * 22, octaves: 3)
          let base = SceneMath.mix(soil, gravel, SceneMath.step(-0.5, 0.5, pebbles + patches * 0.5))
          let color = base * SceneAtmosphere.skylight * (0.8 + 0.4 * pebbles)
          // The bottom shows through shallow water, and wet ground is darker than dry.
          let shown = SceneMath.step(-0.03, 0.001, inland)
          let wet = SceneMath.mix(0.5, 1, SceneMath.step(0, 0.012, inland))
          canvas.blend(color * wet, inland > 0 ? 1 : shown * 0.6, at: y * canvas.width + x)
        }
      }
    }
  }

  /// Stones from far to near.
  private func stones(_ canvas: Canvas) -> [Stone] {
    var random = SplitMix64(seed: seed)
    let edge = Float(canvas.width) / canvas.unit / 2
    let stones = (0..<Int(4200 * min(1, canvas.unit / 2000))).map { index -> Stone in
      let u = random.float(-1...1) * (edge + 0.03)
      let near = random.unit()
      let line = waterLine(u)
      let v = line - 0.012 + (1.03 - line + 0.012) * near
      let perspective = 0.25 + 1.1 * max(0, v - 0.82) / 0.2
      var size = (0.0014 + 0.0080 * random.unit() * random.unit() * random.unit()) * perspective
      if index % 110 == 0 { size = 0.014 + 0.034 * random.unit() * perspective }
      let gray =
        SceneMath.mix(
          SceneMath.light(0x77726E), SceneMath.light(0xA89C90), random.unit()) * random.float(0.55...1.1)
      let flat = random.float(0.5...0.8)
      return Stone(
        center: SIMD2(canvas.column(u), v * canvas.unit), radius: SIMD2(size, size * flat) * canvas.unit,
        color: gray, shift: SIMD2(random.float(0...90), random.float(0...90)),
        foot: (v + size * flat * 0.45) * canvas.unit)
    }
    return stones.sorted { $0.foot < $1.foot }
  }

  private func paint(_ stone: Stone, _ canvas: Canvas, _ band: Range<Int>) {
    let reach = stone.radius * 1.3
    let top = max(band.lowerBound, Int(stone.center.y - reach.y))
    let shadow = stone.radius.y * 0.25
    let bottom = min(band.upperBound - 1, Int(stone.foot + shadow))
    let left = max(0, Int(max(0, stone.center.x - reach.x)))
    let right = min(canvas.width - 1, Int(max(-1, stone.center.x + reach.x)))
    guard top <= bottom, left <= right else { return }
    for y in top...bottom {
      for x in left...right {
        let dx = (Float(x) + 0.5 - stone.center.x) / stone.radius.x
        let dy = (Float(y) + 0.5 - stone.center.y) / stone.radius.y
        let index = y * canvas.width + x
        guard Float(y) <= stone.foot else {
          // The stone stands on something: it is dark along its foot.
          let under = (Float(y) - stone.foot) / shadow
          if abs(dx) < 0.95 { canvas.blend(SIMD3(0.012, 0.012, 0.016), 0.65 * (1 - under), at: index) }
          continue
        }
        let dent = noise.fractal(dx * 1.3 + stone.shift.x, dy * 1.3 + stone.shift.y, octaves: 3)
        let distance = (dx * dx + dy * dy).squareRoot() * (1 + 0.32 * dent)
        let softness = max(0.02, 1 / stone.radius.y)
        let coverage = max(0, min(1, (1 - distance) / softness + 0.5))
        guard coverage > 0 else { continue }
        let grain = noise.fractal(
          dx * stone.radius.x * 0.05 + stone.shift.y, dy * stone.radius.y * 0.07, octaves: 5, gain: 0.85)
        let facet = noise.ridged(dx * 1.1 + stone.shift.y, dy * 1.6 + stone.shift.x, octaves: 3) - 0.5
        let bulge = max(0, 1 - distance * distance).squareRoot()
        let normal = SceneMath.normalized(
          SIMD3(dx + grain * 0.35 + facet * 0.8, -dy * 0.9 - facet * 0.4 + 0.25, bulge + 0.25))
        let sky = SceneAtmosphere.skylight * max(0.06, 0.30 + 0.75 * normal.y)
        let warm = SIMD3<Float>(0.42, 0.20, 0.13) * max(0, -normal.x * 0.75 + normal.y * 0.25)
        let moss = SceneMath.step(0.1, 0.5, normal.y - 0.55 + grain * 0.5)
        let surface = SceneMath.mix(stone.color, SceneMath.light(0x545A34), moss * 0.5)
        canvas.blend(surface * (sky + warm) * (0.95 + 0.55 * grain), coverage, at: index)
      }
    }
  }

  /// Blades and flowers from far to near.
  private func grass(_ canvas: Canvas) -> [Stroke] {
    var random = SplitMix64(seed: seed ^ 0x62A5)
    let edge = Float(canvas.width) / canvas.unit / 2
    var blades: [(foot: Float, strokes: [Stroke])] = []
    for _ in 0..<Int(60_000 * min(1, canvas.unit / 2000)) {
      let u = random.float(-1...1) * (edge + 0.02)
      let line = waterLine(u) + 0.014
      let v = line + (1.06 - line) * random.unit()
      let size = random.unit()
      let lean = random.float(-0.6...0.6)
      let tone = random.unit()
      let kind = random.unit()
      // Tufts: grass grows where the ground is good, and towards the sides.
      let ground = noise.fractal(u * 7 + 50, v * 14, octaves: 3) + SceneMath.step(0.12, 0.42, abs(u)) * 0.55
      guard ground > 0.2 else { continue }
      let perspective = 0.3 + 1.0 * max(0, v - 0.84) / 0.18
      let height = (0.010 + 0.022 * size) * perspective * min(1.5, 0.5 + ground) * canvas.unit
      let foot = SIMD2(canvas.column(u), v * canvas.unit)
      let middle = foot + SIMD2(lean * height * 0.25, -height * 0.6)
      let tip = foot + SIMD2(lean * height * 0.8, -height)
      let dry = SceneMath.light(0xA88F55)
      let green = SceneMath.mix(SceneMath.light(0x3C5226), SceneMath.light(0x76883C), tone)
      let light = SceneAtmosphere.skylight * 1.2 + SIMD3<Float>(0.12, 0.05, 0.02)
      let color = SceneMath.mix(green, dry, kind < 0.22 ? 0.8 : 0.1) * light
      let width = max(0.5, height * 0.016)
      var strokes = [
        Stroke(foot, middle, SIMD2(width, width * 0.8), color * 0.5),
        Stroke(middle, tip, SIMD2(width * 0.8, 0.3), color),
      ]
      if kind > 0.988 {
        let petals = [0xF2C84B, 0xE9E4F4, 0xC77BD0][Int(tone * 2.99)]
        let size = height * 0.05
        for turn in 0..<5 {
          let arm = [
            SIMD2<Float>(1, 0.1), SIMD2(0.3, 0.7), SIMD2(-0.8, 0.5), SIMD2(-0.8, -0.4), SIMD2(0.3, -0.7),
          ]
          let out = arm[turn] * size
          strokes.append(
            Stroke(tip, tip + out, SIMD2(0.4, 0.55) * size, SceneMath.light(petals) * light * 1.2))
        }
      }
      blades.append((foot.y, strokes))
    }
    return blades.sorted { $0.foot < $1.foot }.flatMap(\.strokes)
  }
}
