/// Where the primaries of an RGB space lie.
public struct ColorPrimaries: Sendable, Hashable {
  /// CIE 1931 x, y of red, green, blue and white.
  public var red: SIMD2<Double>
  public var green: SIMD2<Double>
  public var blue: SIMD2<Double>
  public var white: SIMD2<Double>

  public init(
    red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double> = d65White
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// CIE standard illuminant D65 as IEC 61966-2-1 rounds it.
  public static let d65White = SIMD2(0.3127, 0.3290)
  /// The connection space's white, ICC.1:2010 §7.2.16.
  public static let d50 = SIMD3(0.9642, 1.0, 0.8249)

  /// ITU-R BT.709, the primaries of sRGB.
  public static let sRGB = ColorPrimaries(
    red: SIMD2(0.640, 0.330), green: SIMD2(0.300, 0.600), blue: SIMD2(0.150, 0.060))
  /// SMPTE EG 432-1 with a D65 white.
  public static let displayP3 = ColorPrimaries(
    red: SIMD2(0.680, 0.320), green: SIMD2(0.265, 0.690), blue: SIMD2(0.150, 0.060))
  /// Adobe RGB (1998).
  public static let adobeRGB = ColorPrimaries(
    red: SIMD2(0.640, 0.330), green: SIMD2(0.210, 0.710), blue: SIMD2(0.150, 0.060))

  /// The XYZ of full red, green and blue, adapted to D50 by the Bradford method.
  public func columnsD50() -> [SIMD3<Double>] {
    let corners = [red, green, blue].map(Self.xyz)
    let source = Self.xyz(white)
    // How much of each primary makes white.
    let amounts = Matrix3(columns: corners).inverse() * source
    let bradford = Matrix3(
      columns: [
        SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296),
      ])
    let ratio = bradford * Self.d50 / (bradford * source)
    let back = bradford.inverse()
    return zip(corners, [amounts.x, amounts.y, amounts.z]).map { corner, amount in
      back * (bradford * (corner * amount) * ratio)
    }
  }

  /// XYZ with Y = 1.
  private static func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
  }
}

/// Three columns of three numbers.
struct Matrix3 {
  var columns: [SIMD3<Double>]

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns[0] * vector.x + matrix.columns[1] * vector.y + matrix.columns[2] * vector.z
  }

  func inverse() -> Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let rows = [
      cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1]),
    ]
    let determinant = (columns[0] * rows[0]).sum()
    return Matrix3(
      columns: [
        SIMD3(rows[0].x, rows[1].x, rows[2].x) / determinant,
        SIMD3(rows[0].y, rows[1].y, rows[2].y) / determinant,
        SIMD3(rows[0].z, rows[1].z, rows[2].z) / determinant,
      ])
  }
}
