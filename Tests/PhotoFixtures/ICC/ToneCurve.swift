import Foundation

/// How coded values become linear light.
public enum ToneCurve: Sendable, Hashable {
  /// IEC 61966-2-1.
  case sRGB
  /// A power, such as 2.2.
  case gamma(Double)

  /// Linear light, 0 to 1, of a coded value, 0 to 1.
  public func linear(_ value: Double) -> Double {
    switch self {
    case .sRGB: value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    case .gamma(let exponent): pow(value, exponent)
    }
  }

  /// The coded value of linear light; the inverse of ``linear(_:)``.
  public func coded(_ light: Double) -> Double {
    switch self {
    case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    case .gamma(let exponent): pow(light, 1 / exponent)
    }
  }
}
