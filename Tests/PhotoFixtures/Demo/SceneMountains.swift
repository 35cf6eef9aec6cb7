/// Paints the land: columns are followed from near to far, and what rises above all before is seen.
struct SceneMountains: Sendable {
  private let terrain: SceneTerrain
  private let noise: GradientNoise
  private let atmosphere: SceneAtmosphere
  private let rock = SceneMath.light(0x908C8E)
  private let darkRock = SceneMath.light(0x5A565A)
  private let snow = SceneMath.light(0xEEF1F6)
  private let meadow = SceneMath.light(0x5A6238)
  private let forest = SceneMath.light(0x222D1E)

  init(seed: UInt64, terrain: SceneTerrain, atmosphere: SceneAtmosphere) {
    self.terrain = terrain
    self.atmosphere = atmosphere
    noise = GradientNoise(seed: seed ^ 0x30C4)
  }

  func paint(_ canvas: Canvas) {
    Canvas.concurrently(0..<canvas.width) { band in
      for x in band { paint(canvas, column: x) }
    }
  }

  private func paint(_ canvas: Canvas, column: Int) {
    let slope = canvas.u(column) / SceneTerrain.focal
    // Steps of half a percent of the distance, finer for large pictures.
    let growth: Float = 1 + 5.5 / max(600, min(1600, canvas.unit * 0.4)) * 0.62
    var z = SceneTerrain.range.lowerBound
    // The water's edge: the land begins at its level, whatever rises behind.
    var height: Float = 0
    var top = Int((SceneTerrain.project(0, height, z).y * canvas.unit).rounded(.up))
    while z < SceneTerrain.range.upperBound {
      let nextZ = z * growth
      let nextHeight = terrain.height(slope * nextZ, nextZ)
      let row = SceneTerrain.project(0, nextHeight, nextZ).y * canvas.unit
      let first = max(0, Int(row.rounded(.up)))
      if first < top, top > 0 {
        let x = slope * nextZ
        let delta = nextZ * 0.0035
        let along = (terrain.height(x, nextZ + delta) - nextHeight) / delta
        let across = (terrain.height(x + delta, nextZ) - nextHeight) / delta
        let oldRow = SceneTerrain.project(0, height, z).y * canvas.unit
        for y in first..<min(top, canvas.height) {
          let t = oldRow > row ? max(0, min(1, (oldRow - Float(y)) / (oldRow - row))) : 1
          let distance = SceneMath.mix(z, nextZ, t)
          let point = SIMD3(slope * distance, SceneMath.mix(height, nextHeight, t), distance)
          let color = shade(point, across, along)
          canvas.pixels[y * canvas.width + column] = SIMD4(color, distance)
        }
        top = first
      }
      z = nextZ
      height = nextHeight
    }
  }

  private func shade(_ point: SIMD3<Float>, _ across: Float, _ along: Float) -> SIMD3<Float> {
    let (x, height, z) = (point.x, point.y, point.z)
    // Relief finer than the land: gullies run down, strata run across.
    let gully = noise.fractal(x * 9 + z * 5, height * 2.5, octaves: 4, gain: 0.55)
    let fine = noise.fractal(x * 75 + z * 9, height * 60 - z * 7, octaves: 5, gain: 0.78) * 0.8
    let cracks =
      noise.ridged(x * 24 + gully * 2 - height * 5, height * 9 + z * 3, octaves: 5, gain: 0.62) - 0.5
    let rough = SceneMath.step(0.08, 0.6, abs(across) + abs(along))
    let normal = SceneMath.normalized(
      SIMD3(
        -across - (gully * 0.8 + fine * 0.75 + cracks * 0.9) * rough, 0.95,
        -along - (fine * 0.75 - cracks * 0.5) * rough))
    let steepness = 1 - normal.y

    var albedo = SceneMath.mix(darkRock, rock, SceneMath.step(-0.9, 0.8, fine * 0.7 + gully * 0.5 - cracks))
    let green = SceneMath.step(0.2, -0.25, height - terrain.treeLine(x, z) - 0.22 + fine * 0.12)
    albedo = SceneMath.mix(albedo, meadow, green * SceneMath.step(0.62, 0.25, steepness))
    let wood = SceneMath.step(0.06, -0.06, height - terrain.treeLine(x, z) + fine * 0.08)
    albedo = SceneMath.mix(albedo, forest, wood)
    let snowLine = 0.92 + 0.25 * gully + 0.25 * cracks - 0.03 * (z - 6)
    let white = SceneMath.step(snowLine - 0.10, snowLine + 0.25, height + 0.1 * fine)
    albedo = SceneMath.mix(albedo, snow, white * SceneMath.step(0.66, 0.46, steepness + fine * 0.08))
    return atmosphere.light(albedo, normal: normal, at: point, relief: gully)
  }
}
