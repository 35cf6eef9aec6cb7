/// Evening light on the land, and the air before it.
struct SceneAtmosphere: Sendable {
  /// Where the light comes from: low, from the left, a little behind the camera.
  static let sun = SceneMath.normalized(SIMD3(-0.86, 0.36, -0.30))
  /// The last sunlight.
  static let sunlight = SIMD3<Float>(4.4, 1.75, 0.72)
  /// Light of the whole sky.
  static let skylight = SIMD3<Float>(0.33, 0.40, 0.66)

  private let haze = SceneMath.light(0xA9A3C8)
  private let glowHaze = SceneMath.light(0xF3BFA0)
  /// The height in kilometers up to which the valley lies in shadow already.
  private let shadow: Float = 0.62

  /// What an albedo looks like from the camera.
  ///
  /// - Parameter relief: Makes the edge of the shadow uneven.
  func light(_ albedo: SIMD3<Float>, normal: SIMD3<Float>, at point: SIMD3<Float>, relief: Float)
    -> SIMD3<Float>
  {
    let direct = max(0, SceneMath.dot(normal, Self.sun))
    let inSun = SceneMath.step(shadow - 0.16, shadow + 0.34, point.y + relief * 0.14)
    let sky = Self.skylight * (0.55 + 0.45 * normal.y)
    return through(albedo * (Self.sunlight * (direct * inSun) + sky), at: point)
  }

  /// A color with the air between it and the camera.
  func through(_ color: SIMD3<Float>, at point: SIMD3<Float>) -> SIMD3<Float> {
    // Mist thickens over the water and thins out within a few hundred meters.
    let low = max(0, 1 - point.y / 0.5)
    let density = 0.030 + 0.075 * low * low
    let optical = max(0, point.z - 1.2) * density
    // A rational falloff close to the exponential one, and the same on every platform.
    let clear = 1 / (1 + optical + 0.5 * optical * optical)
    let towardsGlow = SceneMath.step(1.1, 0, abs(point.x / point.z + 0.06)) * SceneMath.step(3, 11, point.z)
    return SceneMath.mix(SceneMath.mix(haze, glowHaze, towardsGlow) * 0.72, color, clear)
  }
}
