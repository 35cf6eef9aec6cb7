#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a stored value means in linear light, where no profile but a number says so.
enum TransferFunction: Hashable, Sendable {
  /// IEC 61966-2-1 §5.2.
  case sRGB
  /// The inverse of the camera's curve of ITU-R BT.709, which BT.601 and BT.2020 share.
  case bt709
  /// A power, such as 2.2 or 2.8; 1 is linear. PNG's gAMA stores its inverse.
  case gamma(Double)

  /// The linear light of the stored value `x`, both from 0 to 1.
  func callAsFunction(_ x: Double) -> Double {
    switch self {
    case .sRGB: x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
    case .bt709: x < 0.081 ? x / 4.5 : pow((x + 0.099) / 1.099, 1 / 0.45)
    case .gamma(let exponent): pow(x, exponent)
    }
  }

  /// IEC 61966-2-1 §5.2: linear light as sRGB stores it, both from 0 to 1.
  static func encodeSRGB(_ linear: Double) -> Double {
    linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }
}
