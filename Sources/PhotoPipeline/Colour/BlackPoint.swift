/// What compensates for a black that is not quite black, so that the shadows use the whole range of sRGB.
///
/// The darkest color is taken for neutral, as Adobe's paper on black point compensation has it (and
/// ISO 18619), so that one linear map of light does it in all channels; sRGB's own black is 0.
struct BlackPoint {
  /// The luminance of a lightness of 50, above which a darkest color is no black: such a profile says something
  /// else, and nothing is compensated.
  private static let limit = 0.184_187

  /// The luminance of black, from 0 to 1.
  private let luminance: Double

  /// - Parameter darkest: XYZ of the darkest color, white having a Y of 1.
  init(_ darkest: SIMD3<Double>) {
    luminance = (0...Self.limit).contains(darkest.y) ? darkest.y : 0
  }

  /// What light is multiplied by.
  var gain: Double { 1 / (1 - luminance) }

  /// The linear light that takes the place of `light`.
  func compensated(_ light: Double) -> Double { (light - luminance) * gain }
}
