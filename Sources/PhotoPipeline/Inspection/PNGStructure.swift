/// What a decoder must know of a PNG before it decodes: its header, what describes its colors, and its
/// turn.
package struct PNGStructure: Sendable, Hashable {
  /// What the samples of a pixel are (PNG 3rd edition, table 8).
  package enum ColorType: Int, Sendable, Hashable, CaseIterable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgbAlpha = 6

    /// The bits that a sample, or an index into the palette, may have (table 9).
    package var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgbAlpha: [8, 16]
      }
    }

    package var isGray: Bool { self == .gray || self == .grayAlpha }
    package var hasAlpha: Bool { self == .grayAlpha || self == .rgbAlpha }
  }

  /// A point of the CIE 1931 diagram.
  package struct Chromaticity: Sendable, Hashable {
    package let x: Double
    package let y: Double
  }

  /// The white point and primaries of `cHRM`.
  package struct Chromaticities: Sendable, Hashable {
    package let white: Chromaticity
    package let red: Chromaticity
    package let green: Chromaticity
    package let blue: Chromaticity
  }

  /// The code points of `cICP`, as ITU-T H.273 defines them.
  package struct CodePoints: Sendable, Hashable {
    package let primaries: Int
    package let transfer: Int
    package let matrix: Int
    package let isFullRange: Bool
  }

  /// Width of the stored picture, not turned, in pixels.
  package let width: Int
  /// Height of the stored picture, not turned, in pixels.
  package let height: Int
  /// Bits a sample, or an index into the palette: 1, 2, 4, 8 or 16.
  package let bitDepth: Int
  package let colorType: ColorType
  /// Whether its pixels come in the seven passes of Adam7.
  package let isInterlaced: Bool
  /// The entries of the palette, 1 to 256; 0 without one.
  package internal(set) var paletteCount = 0
  /// Whether `tRNS` makes pixels transparent.
  package internal(set) var hasTransparency = false
  /// The intent of `sRGB`, 0 to 3; `nil` without it.
  package internal(set) var renderingIntent: Int?
  /// `gAMA`: the exponent from light to samples, 0.45455 for gamma 2.2; `nil` without it, and if it is 0.
  package internal(set) var gamma: Double?
  package internal(set) var chromaticities: Chromaticities?
  package internal(set) var codePoints: CodePoints?
  /// How the stored picture must be turned, 1 to 8 as in EXIF; 1 if the file says nothing valid.
  package internal(set) var orientation = 1
  /// What the embedded profile means for the picture.
  package internal(set) var profile = ICCProfile.none
  /// The embedded profile, at most 4 MiB; `nil` if there is none that fits the picture.
  package internal(set) var profileBytes: [UInt8]?
  /// Whether it is an animation, of which `IDAT` is the first frame or a picture for other programs.
  package internal(set) var isAnimated = false
  /// Whether the picture ends with `IEND`.
  package internal(set) var hasEndChunk = false
  /// The offset behind the last chunk.
  package internal(set) var endOfPicture = 0

  /// Whether pixels may be transparent.
  package var hasAlpha: Bool { colorType.hasAlpha || hasTransparency }
  /// Whether the turn swaps width and height.
  package var isTurnedSideways: Bool { orientation >= 5 }
  /// The channels that a fitting profile has: 1 or 3.
  var profileChannelCount: Int { colorType.isGray ? 1 : 3 }
}

extension PNGStructure {
  /// The most pixels that a side may have (PNG §7.1: integers stay below 2^31).
  static let sideLimit = (1 << 31) - 1

  /// Reads the content of `IHDR` (PNG §11.2.1).
  ///
  /// - Returns: The structure, or the reason why it is none.
  static func header(_ view: ByteView) -> Result<PNGStructure, Damage> {
    guard view.count == 13, let width = view.uint32(at: 0), let height = view.uint32(at: 4),
      let depth = view.uint8(at: 8), let type = view.uint8(at: 9), let packing = view.uint8(at: 10),
      let filter = view.uint8(at: 11), let interlacing = view.uint8(at: 12)
    else { return .failure(Damage("its header has the wrong length")) }
    guard width > 0, height > 0 else { return .failure(Damage("the picture has no pixels")) }
    guard width <= sideLimit, height <= sideLimit else {
      return .failure(Damage("the picture has the impossible size \(width)x\(height)"))
    }
    guard let colorType = ColorType(rawValue: type), colorType.bitDepths.contains(depth) else {
      return .failure(Damage("color type \(type) with \(depth) bits is not defined"))
    }
    guard packing == 0, filter == 0, interlacing <= 1 else {
      return .failure(Damage("its header names an undefined method"))
    }
    return .success(
      PNGStructure(
        width: width, height: height, bitDepth: depth, colorType: colorType,
        isInterlaced: interlacing == 1))
  }

  /// Why a picture is damaged.
  struct Damage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }
}
