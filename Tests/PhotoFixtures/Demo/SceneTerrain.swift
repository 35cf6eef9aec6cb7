/// The land around the lake: heights over a plane of kilometers, seen from its near shore.
struct SceneTerrain: Sendable {
  /// The height of the eye over the water.
  static let eye: Float = 0.006
  /// The focal length in units of the picture's height.
  static let focal: Float = 1.05
  /// Where the horizon lies in the picture.
  static let horizon: Float = 0.56
  /// The nearest and farthest land beyond the lake.
  static let range: ClosedRange<Float> = 2.3...15

  private let noise: GradientNoise
  private let shift: SIMD2<Float>
  private let peak: SIMD2<Float>

  init(seed: UInt64) {
    noise = GradientNoise(seed: seed ^ 0x7E44)
    var random = SplitMix64(seed: seed ^ 0x9EA4)
    shift = SIMD2(random.float(0...90), random.float(0...90))
    peak = SIMD2(random.float(0.2...1.0) * (random.unit() < 0.5 ? -1 : 1), random.float(9.2...10.2))
  }

  /// Kilometers above the water at `x` right of the middle and `z` away.
  func height(_ x: Float, _ z: Float) -> Float {
    let warpX = noise.fractal(x * 0.35 + shift.x, z * 0.35, octaves: 3) * 0.55
    let warpZ = noise.fractal(x * 0.35, z * 0.35 + shift.y, octaves: 3) * 0.55
    let u = x + warpX
    let w = z + warpZ
    let massif = noise.ridged(u * 0.34 + shift.x, w * 0.34 + shift.y, octaves: 5, gain: 0.42)
    let crags = noise.ridged(u * 2.6 + shift.y, w * 2.6 + shift.x, octaves: 5, gain: 0.5)
    let ridges = massif * 0.86 + crags * 0.13 * SceneMath.step(0.25, 0.8, massif)
    // A valley leads away from the lake; its sides rise, and a peak closes it.
    let middle = 0.25 * noise(z * 0.3, shift.x) - 0.1
    let side = SceneMath.step(0.15, 2.3, abs(x - middle * z * 0.5))
    let near = SceneMath.step(2.5, 4.6, z)
    let far = SceneMath.step(6.2, 9.6, z)
    let dx = (x - peak.x) / 1.7
    let dz = (z - peak.y) / 1.9
    let summit = 1 / (1 + (dx * dx + dz * dz) * 1.3)
    let amplitude = max(side * near * 1.1, far * 1.0) + summit * 1.2
    let shore = SceneMath.step(2.28, 2.75, z + 0.25 * noise(x * 1.3 + shift.y, 3))
    return shore * (0.012 + 0.03 * (z - 2.2) + ridges * amplitude * 1.72)
  }

  /// Where a point of the land appears, in scene coordinates.
  static func project(_ x: Float, _ height: Float, _ z: Float) -> SIMD2<Float> {
    SIMD2(x / z * focal, horizon - (height - eye) / z * focal)
  }

  /// The height up to which trees grow, which wavers.
  func treeLine(_ x: Float, _ z: Float) -> Float {
    0.40 + 0.34 * noise.fractal(x * 1.7 + 3, z * 1.7 + shift.x, octaves: 3)
  }
}
