/// Large conifers before the lake, dark against the evening, needle by needle.
struct ScenePines: Sendable {
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed ^ 0x91E5
  }

  func paint(_ canvas: Canvas) {
    var random = SplitMix64(seed: seed)
    let edge = Float(canvas.width) / canvas.unit / 2
    // On one side a group that frames the picture, on the other a single smaller tree.
    let side: Float = random.unit() < 0.7 ? -1 : 1
    let places: [(u: Float, foot: Float, height: Float)] = [
      (side * (edge - 0.125), 0.905, 0.36), (side * (edge + 0.005), 0.955, 0.86),
      (side * (edge - 0.062), 0.93, 0.60), (-side * (edge - 0.015), 0.90, 0.40),
    ]
    var strokes: [Stroke] = []
    for place in places {
      let u = place.u + random.float(-0.012...0.012)
      let height = place.height * random.float(0.92...1.08)
      grow(
        foot: SIMD2(canvas.column(u), place.foot * canvas.unit), height: height * canvas.unit, &random,
        &strokes)
    }
    let all = strokes
    Canvas.concurrently(0..<canvas.height) { band in
      for stroke in all { stroke.paint(canvas, rows: band) }
    }
  }

  private func grow(
    foot: SIMD2<Float>, height: Float, _ random: inout SplitMix64, _ strokes: inout [Stroke]
  ) {
    let bark = SceneMath.light(0x2A211C)
    let thickness = height * 0.011
    let lean = random.float(-0.012...0.012) * height
    let top = foot - SIMD2(lean, height)
    strokes.append(Stroke(top, foot, SIMD2(thickness * 0.08, thickness), bark * 0.7))
    // Roots widen the foot, and ridges of bark catch the light on the left.
    for root in 0..<5 {
      let out = thickness * (Float(root) - 2) * 0.7
      strokes.append(
        Stroke(
          foot - SIMD2(out * 0.3, thickness * 5), foot + SIMD2(out, thickness * 0.6),
          SIMD2(0.5, 0.45) * thickness, bark * 0.65))
    }
    for _ in 0..<Int(700 * min(1, height / 800)) {
      let t = random.unit()
      let place = random.float(-0.9...0.9)
      let here = top + (foot - top) * t + SIMD2(place * thickness * t, 0)
      let light = (0.5 - place * 0.6) * random.float(0.3...1.6)
      strokes.append(
        Stroke(
          here, here + SIMD2(random.float(-0.15...0.15), 1) * thickness * random.float(0.4...1.6),
          SIMD2(0.9, 0.5) * max(0.5, thickness * 0.05), bark * max(0.2, light)))
    }
    let levels = 64
    for level in (0..<levels).reversed() {
      let t = (Float(level) + random.unit()) / Float(levels)
      guard t < 0.96 else { continue }
      let trunk = top + (foot - top) * t
      // Old branches low on the trunk are short and bare.
      let fullness: Float = t > 0.78 ? 0.55 : 1
      let reach = height * 0.185 * (0.04 + 0.96 * SceneMath.step(-0.25, 1.05, t)) * fullness
      for _ in 0..<(t > 0.78 ? 3 : 7) {
        let turn = random.float(-1...1)
        let depth = random.float(-1...1)
        let length = reach * random.float(0.62...1.1)
        branch(from: trunk, across: turn * length, depth: depth, length: length, &random, &strokes)
      }
    }
    strokes.append(Stroke(top, top + SIMD2(0, height * 0.03), SIMD2(0.6, 1.4), SceneMath.light(0x24301F)))
  }

  private func branch(
    from trunk: SIMD2<Float>, across: Float, depth: Float, length: Float, _ random: inout SplitMix64,
    _ strokes: inout [Stroke]
  ) {
    let droop = length * random.float(0.22...0.42)
    // A branch that comes towards the camera hangs lower in the picture, one that goes away higher.
    let towards = depth * length * 0.16
    func point(_ s: Float) -> SIMD2<Float> {
      trunk + SIMD2(across * s, droop * s * (1.25 - 0.55 * s) + towards * s)
    }
    let bark = SceneMath.light(0x2B241E) * 0.6
    let needle = max(2.2, length * 0.085)
    var previous = trunk
    let steps = max(3, Int(length / max(2.4, needle * 0.24)))
    for step in 1...steps {
      let s = Float(step) / Float(steps)
      let here = point(s)
      strokes.append(Stroke(previous, here, SIMD2(1, 1) * max(0.5, length * 0.006 * (1.1 - s)), bark))
      previous = here
      // Light from the left and from the sky above; behind and below it is nearly black.
      let lit = 0.55 + 0.35 * max(0, -across / length) * s + 0.25 * s - 0.25 * max(0, -depth)
      for _ in 0..<3 {
        let spread = needle * random.float(0.6...1.5) * (1.15 - 0.4 * s)
        let direction = SIMD2(
          random.float(-1.0...1.0) + (across < 0 ? -0.35 : 0.35), random.float(-0.30...1.0))
        let shade = lit * random.float(0.45...1.25)
        let green = SceneMath.mix(SceneMath.light(0x1B2618), SceneMath.light(0x46583A), shade * 0.6)
        let warm = SIMD3<Float>(0.05, 0.022, 0.008) * max(0, shade - 0.75)
        strokes.append(
          Stroke(
            here, here + direction * spread, SIMD2(max(0.55, needle * 0.055), 0.35), green * shade + warm))
      }
    }
  }
}
