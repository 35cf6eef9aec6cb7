/// Where the primaries and the white of an RGB space lie: CIE 1931 x, y.
struct RGBPrimaries: Hashable, Sendable {
  var red: SIMD2<Double>
  var green: SIMD2<Double>
  var blue: SIMD2<Double>
  var white: SIMD2<Double> = d65

  /// CIE standard illuminant D65 as IEC 61966-2-1 rounds it.
  static let d65 = SIMD2(0.3127, 0.3290)

  /// ITU-R BT.709 and sRGB (IEC 61966-2-1 table 2).
  static let bt709 = RGBPrimaries(
    red: SIMD2(0.640, 0.330), green: SIMD2(0.300, 0.600), blue: SIMD2(0.150, 0.060))
  /// P3 with a white of D65 (SMPTE EG 432-1), as Display P3 has it.
  static let p3 = RGBPrimaries(
    red: SIMD2(0.680, 0.320), green: SIMD2(0.265, 0.690), blue: SIMD2(0.150, 0.060))
  /// ITU-R BT.2020 table 3.
  static let bt2020 = RGBPrimaries(
    red: SIMD2(0.708, 0.292), green: SIMD2(0.170, 0.797), blue: SIMD2(0.131, 0.046))
  /// Adobe RGB (1998) §4.3.1.
  static let adobeRGB = RGBPrimaries(
    red: SIMD2(0.640, 0.330), green: SIMD2(0.210, 0.710), blue: SIMD2(0.150, 0.060))

  /// White of the space that profiles are connected through (ICC.1:2022 §7.2.16).
  private static let d50 = SIMD3(0.9642, 1.0, 0.8249)
  /// The cone responses of the linear Bradford transform (ICC.1:2022 §E.1).
  private static let bradford = Matrix3(
    SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))

  /// Linear red, green and blue as XYZ, adapted to D50; `nil` if the points span no space.
  var toD50: Matrix3? {
    guard [red, green, blue, white].allSatisfy({ $0.y > 1e-4 && $0.x.isFinite && $0.y.isFinite }),
      let bradfordInverse = Self.bradford.inverse
    else { return nil }
    let corners = Matrix3(Self.xyz(red), Self.xyz(green), Self.xyz(blue))
    let white = Self.xyz(white)
    guard let amounts = corners.inverse.map({ $0 * white }) else { return nil }
    let gain = (Self.bradford * Self.d50) / (Self.bradford * white)
    return bradfordInverse * Matrix3.diagonal(gain) * Self.bradford * corners * Matrix3.diagonal(amounts)
  }

  /// XYZ with Y = 1.
  private static func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
  }
}
