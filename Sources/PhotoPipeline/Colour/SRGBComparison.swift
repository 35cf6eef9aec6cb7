/// Whether a profile's colours are those of sRGB (IEC 61966-2-1), told by its numbers alone.
enum SRGBComparison {
  /// sRGB's red, green and blue as XYZ, adapted from D65 to D50 (the values of the registered profile,
  /// ICC profile registry "sRGB2014").
  private static let colorants = [
    [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  /// How far a coordinate may be off. Computed from the primaries, sRGB's lie within 0.0002 of these
  /// rounded ones; the nearest other spaces, those of ITU-R BT.601, are 0.019 away.
  private static let colorantTolerance = 0.002
  /// How far a curve may be off, measured where sRGB stores values: 1.5 steps of 255. Coarse tables
  /// stay below it; a plain gamma of 2.2 is 8 steps off in the shadows.
  private static let curveTolerance = 1.5 / 255

  /// A gray profile has no colorants; its curve alone decides.
  static func isSRGB(_ profile: ICCReader) -> Bool {
    guard !profile.hasTables, let curves = profile.curves, curves.allSatisfy(isSRGB) else { return false }
    if profile.colorSpace == "GRAY" { return true }
    guard profile.colorSpace == "RGB ", profile.connectionSpace == "XYZ ", let found = profile.colorants
    else { return false }
    return isSRGB(found)
  }

  /// Whether `curve` is sRGB's at each of the 256 values that a picture can store.
  private static func isSRGB(_ curve: ICCCurve) -> Bool {
    isSRGB((0...255).map { curve(Double($0) / 255) })
  }

  /// Whether the linear light of the 256 values that a picture can store is sRGB's.
  static func isSRGB(_ curve: [Double]) -> Bool {
    curve.enumerated().allSatisfy { step, light in
      abs(TransferFunction.encodeSRGB(light) - Double(step) / 255) <= curveTolerance
    }
  }

  /// Whether linear red, green and blue have the XYZ of sRGB's.
  static func isSRGB(_ toD50: Matrix3) -> Bool {
    let (red, green, blue) = toD50.columns
    return isSRGB([red, green, blue].map { [$0.x, $0.y, $0.z] })
  }

  private static func isSRGB(_ found: [[Double]]) -> Bool {
    zip(found, colorants).allSatisfy { point, expected in
      zip(point, expected).allSatisfy { abs($0 - $1) <= colorantTolerance }
    }
  }
}
