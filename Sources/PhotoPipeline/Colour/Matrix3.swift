/// A linear map of three numbers to three.
struct Matrix3: Hashable, Sendable {
  var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (first, second, third)
  }
  private let first: SIMD3<Double>
  private let second: SIMD3<Double>
  private let third: SIMD3<Double>

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    self.first = first
    self.second = second
    self.third = third
  }

  static func diagonal(_ values: SIMD3<Double>) -> Matrix3 {
    Matrix3(SIMD3(values.x, 0, 0), SIMD3(0, values.y, 0), SIMD3(0, 0, values.z))
  }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(left * right.first, left * right.second, left * right.third)
  }

  /// The map that undoes this one; `nil` if there is none.
  var inverse: Matrix3? {
    let rows = [Self.cross(second, third), Self.cross(third, first), Self.cross(first, second)]
    let determinant = (first * rows[0]).sum()
    guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
    let scaled = rows.map { $0 / determinant }
    return Matrix3(
      SIMD3(scaled[0].x, scaled[1].x, scaled[2].x), SIMD3(scaled[0].y, scaled[1].y, scaled[2].y),
      SIMD3(scaled[0].z, scaled[1].z, scaled[2].z))
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
