#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A tone curve of a profile: what a stored value means in linear light, both from 0 to 1.
struct ICCCurve {
  /// The largest curve that is read: a table of 65 536 entries.
  static let byteLimit = 12 + 65536 * 2

  private enum Shape {
    case gamma(Double)
    case table([UInt16])
    /// The function's type, 0 to 4, and its parameters g, a, b, c, d, e, f.
    case parametric(Int, [Double])
  }

  private let shape: Shape

  /// - Returns: `nil` if the data is no curve, or not all of one.
  init?(_ data: ByteView) {
    if data.starts(with: "curv") {
      guard let shape = Self.table(data) else { return nil }
      self.shape = shape
    } else if data.starts(with: "para") {
      guard let shape = Self.function(data) else { return nil }
      self.shape = shape
    } else {
      return nil
    }
  }

  /// ICC.1:2022 §10.6: no entry is the identity, one is a gamma as u8Fixed8, more are a table.
  private static func table(_ data: ByteView) -> Shape? {
    guard let count = data.uint32(at: 8), count <= 65536 else { return nil }
    switch count {
    case 0: return .gamma(1)
    case 1: return data.uint16(at: 12).map { .gamma(Double($0) / 256) }
    default:
      let entries = (0..<count).compactMap { data.uint16(at: 12 + $0 * 2) }
      return entries.count == count ? .table(entries.map { UInt16($0) }) : nil
    }
  }

  /// ICC.1:2022 §10.18, table 68.
  private static func function(_ data: ByteView) -> Shape? {
    let counts = [1, 3, 4, 5, 7]
    guard let type = data.uint16(at: 8), type < counts.count else { return nil }
    let parameters = (0..<counts[type]).compactMap { data.uint32(at: 12 + $0 * 4) }
      .map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    return parameters.count == counts[type] ? .parametric(type, parameters) : nil
  }

  /// The linear light of the stored value `x`, 0 to 1.
  func callAsFunction(_ x: Double) -> Double {
    switch shape {
    case .gamma(let gamma):
      return pow(x, gamma)
    case .table(let entries):
      let place = min(max(x, 0), 1) * Double(entries.count - 1)
      let index = min(Int(place), entries.count - 2)
      let low = Double(entries[index])
      let high = Double(entries[index + 1])
      return (low + (high - low) * (place - Double(index))) / 65535
    case .parametric(let type, let p):
      return Self.value(of: x, type: type, p)
    }
  }

  private static func value(of x: Double, type: Int, _ p: [Double]) -> Double {
    let g = p[0]
    func power(_ scale: Double, _ shift: Double) -> Double { pow(max(0, scale * x + shift), g) }
    switch type {
    case 0: return pow(x, g)
    case 1: return p[1] * x + p[2] >= 0 ? power(p[1], p[2]) : 0
    case 2: return p[1] * x + p[2] >= 0 ? power(p[1], p[2]) + p[3] : p[3]
    case 3: return x >= p[4] ? power(p[1], p[2]) : p[3] * x
    default: return x >= p[4] ? power(p[1], p[2]) + p[5] : p[3] * x + p[6]
    }
  }
}
