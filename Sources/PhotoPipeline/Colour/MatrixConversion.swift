import PixelKernels

/// Converts pixels of an RGB space that is a matrix and curves to sRGB, by tables.
///
/// For each stored sample a table holds how much linear red, green and blue of sRGB it gives, so that
/// a pixel is three look-ups, two additions and three look-ups of what sRGB stores. Light outside sRGB is
/// clipped, which is what relative colorimetric means.
final class MatrixConversion {
  /// The three numbers of each entry as ``pk_convert_rgb`` wants them.
  private let shares: [UInt64]
  private let codes: [UInt8]

  /// - Parameters:
  ///   - toD50: Linear red, green and blue as XYZ under D50.
  ///   - curves: The linear light of each channel's 256 stored values; 1 is full.
  /// - Returns: `nil` if the numbers are out of reason.
  init?(toD50: Matrix3, curves: [[Double]]) {
    guard let toSRGB = SRGBLight.fromD50, curves.count == 3 else { return nil }
    let black = BlackPoint(toD50 * SIMD3(curves[0][0], curves[1][0], curves[2][0]))
    let matrix = toSRGB * toD50
    let columns = [matrix.columns.0, matrix.columns.1, matrix.columns.2]
    // No space comes near to these.
    let isSane =
      curves.allSatisfy { $0.count == 256 && $0.allSatisfy { abs($0) <= 4 } }
      && columns.allSatisfy { column in (0..<3).allSatisfy { abs(column[$0]) < 8 } }
    guard isSane else { return nil }
    var shares: [SIMD3<Double>] = []
    shares.reserveCapacity(Int(PK_SHARE_COUNT))
    for channel in 0..<3 {
      // What every pixel loses is taken from one of its shares.
      let loss = SIMD3(repeating: channel == 0 ? black.compensated(0) : 0)
      shares += curves[channel].map { columns[channel] * ($0 * black.gain) + loss }
    }
    let steps = LightSteps(shares)
    self.shares = steps.packed(shares)
    codes = steps.codes
  }

  /// Converts `count` pixels in place.
  func convert(
    _ red: UnsafeMutablePointer<UInt8>, _ green: UnsafeMutablePointer<UInt8>,
    _ blue: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    // The arrays have the sizes that the kernel asks for.
    shares.withUnsafeBufferPointer { shares in
      codes.withUnsafeBufferPointer { codes in
        pk_convert_rgb(shares.baseAddress, codes.baseAddress, red, green, blue, count)
      }
    }
  }
}

/// The 65 536 equal steps in which the light of a conversion is counted: from the least that a pixel can give to
/// the most, so that no sum has to be clamped.
private struct LightSteps {
  /// Steps for a light of 1.
  private let one: Double
  /// Where a light of 0 lies, in steps.
  private let zero: Double

  /// - Parameter shares: 256 for each of three channels.
  init(_ shares: [SIMD3<Double>]) {
    var least = SIMD3<Double>(repeating: 0)
    var most = least
    for channel in 0..<3 {
      let table = shares[channel * 256..<channel * 256 + 256]
      least += table.reduce(SIMD3(repeating: .infinity)) { pointwiseMin($0, $1) }
      most += table.reduce(SIMD3(repeating: -.infinity)) { pointwiseMax($0, $1) }
    }
    let (low, high) = (min(least.min(), 0), max(most.max(), 1))
    // Rounding three shares adds less than three steps at either end.
    one = Double(PK_LIGHT_COUNT - 6) / (high - low)
    zero = 2.5 - low * one
  }

  /// The shares in steps, the three of each entry in one number.
  ///
  /// What rounding takes from the share of one channel is given to the next, so that gray, which is three
  /// equal samples, is rounded once and stays gray.
  func packed(_ shares: [SIMD3<Double>]) -> [UInt64] {
    var packed = [UInt64](repeating: 0, count: shares.count)
    for sample in 0..<256 {
      var exact = SIMD3(repeating: zero)
      var done = SIMD3<Double>(repeating: 0)
      for channel in 0..<3 {
        exact += shares[channel * 256 + sample] * one
        let steps = exact.rounded(.toNearestOrAwayFromZero) - done
        done += steps
        // A negative share borrows from its neighbor; the sum of three pays it back.
        packed[channel * 256 + sample] = [0, 16, 48].enumerated().reduce(0) { sum, place in
          sum &+ UInt64(bitPattern: Int64(steps[place.offset])) << UInt64(place.element)
        }
      }
    }
    return packed
  }

  /// What sRGB stores for each step.
  var codes: [UInt8] { SRGBLight.codes(count: Int(PK_LIGHT_COUNT), zero: zero, one: one) }
}

/// Linear light of sRGB.
enum SRGBLight {
  /// XYZ under D50 as linear red, green and blue of sRGB.
  static let fromD50 = RGBPrimaries.bt709.toD50?.inverse

  /// The light, 0 to 1, above which sRGB stores `code` and not the value before it; `code` is 1 to 255.
  private static func threshold(_ code: Int) -> Double {
    TransferFunction.sRGB((Double(code) - 0.5) / 255)
  }

  /// The nearest code value of each of `count` lights in equal steps: `one` of them are a light of 1, and a light
  /// of 0 lies at `zero`.
  static func codes(count: Int, zero: Double, one: Double) -> [UInt8] {
    var codes: [UInt8] = []
    codes.reserveCapacity(count)
    for code in 0..<256 {
      let end = code == 255 ? count : Int((zero + threshold(code + 1) * one).rounded(.up))
      codes += repeatElement(UInt8(code), count: max(0, min(end, count) - codes.count))
    }
    return codes
  }

  /// The nearest code value of a light.
  static func code(_ light: Double) -> UInt8 {
    UInt8((min(max(TransferFunction.encodeSRGB(light), 0), 1) * 255).rounded())
  }
}
