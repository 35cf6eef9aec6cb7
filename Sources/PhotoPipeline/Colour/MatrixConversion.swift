import PixelKernels

/// Converts pixels of an RGB space that is a matrix and curves to sRGB, by tables.
///
/// For each stored sample a table holds how much linear red, green and blue of sRGB it gives, so that
/// a pixel is three look-ups, two additions and three look-ups of what sRGB stores. Light outside sRGB is
/// clipped, which is what relative colorimetric means.
final class MatrixConversion {
  private let shares: [Int32]
  private let codes: [UInt8]
  private let colors: pk_colors

  /// - Parameters:
  ///   - toD50: Linear red, green and blue as XYZ under D50.
  ///   - curves: The linear light of each channel's 256 stored values; 1 is full.
  /// - Returns: `nil` if the numbers are out of reason.
  init?(toD50: Matrix3, curves: [[Double]], colors: pk_colors = pk_best_colors()) {
    guard let toSRGB = SRGBLight.fromD50, curves.count == 3 else { return nil }
    let black = BlackPoint(toD50 * SIMD3(curves[0][0], curves[1][0], curves[2][0]))
    let matrix = toSRGB * toD50
    let columns = [matrix.columns.0, matrix.columns.1, matrix.columns.2]
    // No space comes near to these, which keep the sums inside 32 bits.
    let isSane =
      curves.allSatisfy { $0.count == 256 && $0.allSatisfy { abs($0) <= 4 } }
      && columns.allSatisfy { column in (0..<3).allSatisfy { abs(column[$0]) < 8 } }
    guard isSane else { return nil }
    var shares = [Int32](repeating: 0, count: Int(PK_SHARE_COUNT))
    for channel in 0..<3 {
      for (sample, light) in curves[channel].enumerated() {
        var share = columns[channel] * (light * black.gain)
        // What every pixel loses is taken from one of its shares.
        if channel == 0 { share += SIMD3(repeating: black.compensated(0)) }
        share *= Double(PK_LIGHT_ONE) * Double(PK_SHARE_ONE)
        for index in 0..<3 { shares[(channel * 256 + sample) * 4 + index] = Int32(share[index].rounded()) }
      }
    }
    codes = SRGBLight.codes(count: Int(PK_LIGHT_ONE) + 1)
    self.shares = shares
    self.colors = colors
  }

  /// Converts `count` pixels in place.
  func convert(
    _ red: UnsafeMutablePointer<UInt8>, _ green: UnsafeMutablePointer<UInt8>,
    _ blue: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    // The arrays have the sizes that the kernel asks for.
    shares.withUnsafeBufferPointer { shares in
      codes.withUnsafeBufferPointer { codes in
        colors.convert_rgb(shares.baseAddress, codes.baseAddress, red, green, blue, count)
      }
    }
  }
}

/// Linear light of sRGB.
enum SRGBLight {
  /// XYZ under D50 as linear red, green and blue of sRGB.
  static let fromD50 = RGBPrimaries.bt709.toD50?.inverse

  /// The light, 0 to 1, above which sRGB stores `code` and not the value before it; `code` is 1 to 255.
  private static func threshold(_ code: Int) -> Double {
    TransferFunction.sRGB((Double(code) - 0.5) / 255)
  }

  /// The nearest code value of each of `count` lights from 0 to 1 in equal steps.
  static func codes(count: Int) -> [UInt8] {
    var codes: [UInt8] = []
    codes.reserveCapacity(count)
    for code in 0..<256 {
      let end = code == 255 ? count : Int((threshold(code + 1) * Double(count - 1)).rounded(.up))
      codes += repeatElement(UInt8(code), count: max(0, min(end, count) - codes.count))
    }
    return codes
  }

  /// The nearest code value of a light.
  static func code(_ light: Double) -> UInt8 {
    UInt8((min(max(TransferFunction.encodeSRGB(light), 0), 1) * 255).rounded())
  }
}
