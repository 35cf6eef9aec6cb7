import DurableFiles
import PixelKernels

/// Turns the colors of a small picture into sRGB, row by row: relative colorimetric, with black point
/// compensation.
///
/// It is made for one picture and used by one thread at a time.
final class ColorConversion {
  /// What a picture's planes are.
  enum Channels: Int, Sendable {
    case gray = 1
    case rgb = 3
    /// Light that remains where an ink lies: 255 is paper.
    case cmyk = 4
  }

  /// The largest profile that is used, in bytes.
  static let profileLimit = EmbeddedProfile.byteLimit

  private enum Method {
    case table([UInt8])
    case matrix(MatrixConversion)
    #if canImport(CLCMS)
      case profile(ProfileTransform)
    #endif
  }

  let channels: Channels
  private let method: Method

  private init(_ channels: Channels, _ method: Method) {
    self.channels = channels
    self.method = method
  }

  /// The conversion that an embedded ICC profile asks for.
  ///
  /// - Parameters:
  ///   - profile: The whole profile.
  ///   - channels: What the planes of the picture are.
  /// - Returns: `nil` if colors stay as they are: the profile is sRGB's, does not fit `channels`, is not
  ///   one for pictures, is broken, or larger than ``profileLimit``.
  /// - Throws: Never in fact; memory can always be read.
  convenience init?(profile: [UInt8], channels: Channels) throws(FileSystemError) {
    guard profile.count <= Self.profileLimit,
      let reader = try ICCReader(MemoryByteSource(profile, name: "profile")),
      case .other = ICCProfile(reader, channelCount: channels.rawValue),
      let method = Self.method(reader, profile, channels)
    else { return nil }
    self.init(channels, method)
  }

  /// The conversion from a space that is given by numbers.
  ///
  /// - Parameter channels: `rgb`, or `gray` where only the curve counts.
  /// - Returns: `nil` if colors stay as they are: the numbers are those of sRGB, or out of reason.
  convenience init?(primaries: RGBPrimaries, transfer: TransferFunction, channels: Channels) {
    let curve = (0..<256).map { transfer(Double($0) / 255) }
    guard curve.allSatisfy(\.isFinite), let toD50 = primaries.toD50 else { return nil }
    let isSRGBCurve = SRGBComparison.isSRGB(curve)
    switch channels {
    case .gray:
      guard !isSRGBCurve else { return nil }
      self.init(channels, .table(curve.map(SRGBLight.code)))
    case .rgb:
      guard !isSRGBCurve || !SRGBComparison.isSRGB(toD50),
        let matrix = MatrixConversion(toD50: toD50, curves: [curve, curve, curve])
      else { return nil }
      self.init(channels, .matrix(matrix))
    case .cmyk:
      return nil
    }
  }

  /// The conversion from Adobe RGB (1998): a gamma of 2 + 51/256 (§4.3.1.2).
  static func adobeRGB(_ channels: Channels) -> ColorConversion? {
    ColorConversion(primaries: .adobeRGB, transfer: .gamma(563.0 / 256), channels: channels)
  }

  /// Converts `count` pixels in place.
  ///
  /// - Parameter planes: As many as there are channels; of four, the first three become red, green and
  ///   blue.
  func convert(_ planes: [UnsafeMutablePointer<UInt8>], count: Int) {
    guard planes.count == channels.rawValue else { return }
    switch method {
    case .table(let table):
      table.withUnsafeBufferPointer { pk_look_up(planes[0], count, $0.baseAddress, planes[0]) }
    case .matrix(let matrix):
      matrix.convert(planes[0], planes[1], planes[2], count: count)
    #if canImport(CLCMS)
      case .profile(let transform):
        transform.convert(planes, count: count)
    #endif
    }
  }

  private static func method(_ reader: ICCReader, _ profile: [UInt8], _ channels: Channels) -> Method? {
    if let method = exact(reader, channels) { return method }
    #if canImport(CLCMS)
      guard let transform = ProfileTransform(profile: profile, channels: channels) else { return nil }
      return channels == .gray ? .table(transform.grayTable()) : .profile(transform)
    #else
      return nil
    #endif
  }

  /// The conversion by our own tables, for profiles of a matrix and curves.
  private static func exact(_ reader: ICCReader, _ channels: Channels) -> Method? {
    guard !reader.hasTables, reader.connectionSpace == "XYZ ",
      let curves = reader.curves?.map({ curve in (0..<256).map { curve(Double($0) / 255) } }),
      curves.allSatisfy({ $0.allSatisfy(\.isFinite) })
    else { return nil }
    switch channels {
    case .gray:
      let black = BlackPoint(SIMD3(repeating: curves[0][0]))
      return .table(curves[0].map { SRGBLight.code(black.compensated($0)) })
    case .rgb:
      guard let points = reader.colorants?.map({ SIMD3($0[0], $0[1], $0[2]) }),
        let matrix = MatrixConversion(
          toD50: Matrix3(points[0], points[1], points[2]), curves: curves)
      else { return nil }
      return .matrix(matrix)
    case .cmyk:
      return nil
    }
  }
}
