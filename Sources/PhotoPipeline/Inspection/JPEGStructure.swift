import DurableFiles

/// What a decoder must know of a JPEG before it decodes: its frame, colours and turn.
package struct JPEGStructure: Sendable, Hashable {
  /// How the picture is coded (ITU-T T.81 table B.1).
  package enum Process: Sendable, Hashable {
    case baseline
    case extendedSequential
    case progressive
    case lossless
    /// Several frames of rising size.
    case hierarchical
  }

  /// A colour component of the frame.
  package struct Component: Sendable, Hashable {
    package let id: Int
    /// 1 to 4.
    package let horizontalSampling: Int
    /// 1 to 4.
    package let verticalSampling: Int
  }

  package internal(set) var process: Process
  /// Whether the coding is arithmetic in place of Huffman's.
  package internal(set) var isArithmetic: Bool
  /// Bits a sample; 8 in every photo that a phone takes.
  package internal(set) var precision: Int
  /// Width of the stored picture, not turned, in pixels.
  package internal(set) var width: Int
  /// Height of the stored picture, not turned, in pixels.
  package internal(set) var height: Int
  package internal(set) var components: [Component]
  /// How many scans the picture has; a baseline photo has one, a progressive one about ten.
  package internal(set) var scanCount = 0
  /// The transform that an Adobe segment names: 0 none, 1 YCbCr, 2 YCCK; `nil` without such a segment.
  package internal(set) var adobeTransform: Int?
  /// Whether there is a JFIF segment, which makes three components YCbCr and one gray.
  package internal(set) var hasJFIF = false
  /// Pixels between restart markers in MCUs; 0 for none.
  package internal(set) var restartInterval = 0
  /// Whether the height stood in a DNL segment behind the first scan and not in the frame header.
  package internal(set) var hasLateHeight = false
  /// How the stored picture must be turned, 1 to 8 as in EXIF; 1 if the file says nothing valid.
  package internal(set) var orientation = 1
  /// What the embedded profile means for the picture.
  package internal(set) var profile = ICCProfile.none
  /// Where the pieces of a profile that is not sRGB's lie in the file, in their order; else empty.
  package internal(set) var profilePieces: [Range<Int>] = []
  /// `ColorSpace` of EXIF: 1 sRGB, 2 Adobe RGB, 65535 neither.
  package internal(set) var exifColorSpace: Int?
  /// `InteroperabilityIndex` of EXIF: `R98` sRGB, `R03` Adobe RGB.
  package internal(set) var interoperabilityIndex: String?
  /// Whether the picture ends with its end marker.
  package internal(set) var hasEndMarker = false
  /// The offset behind the end marker. Without one it is where the coded data end: at the end of the
  /// file or where zeros begin that fill it up.
  package internal(set) var endOfPicture = 0

  /// Whether EXIF says that the colours are Adobe RGB (DCF 2.0 §5: index `R03`; some cameras write
  /// colour space 2). It counts only if there is no profile.
  package var exifSaysAdobeRGB: Bool {
    exifColorSpace == 2 || interoperabilityIndex?.hasPrefix("R03") == true
  }

  /// Whether the turn swaps width and height.
  package var isTurnedSideways: Bool { orientation >= 5 }
}

extension JPEGStructure {
  /// The part of `source` that the picture is decoded from.
  ///
  /// A file that lost its tail is often filled up with zeros. They are valid codes, which would paint
  /// rows that the photo never had; so a decoder must not get to see them.
  func picture(in source: any ByteSource) -> any ByteSource {
    hasEndMarker ? source : GatheredByteSource(source, pieces: [0..<endOfPicture])
  }

  /// Reads a frame header (ITU-T T.81 §B.2.2).
  ///
  /// - Returns: The structure, or the reason why it is none.
  static func frame(marker: UInt8, payload: ByteView) -> Result<JPEGStructure, Reason> {
    guard let precision = payload.uint8(at: 0), let height = payload.uint16(at: 1),
      let width = payload.uint16(at: 3), let count = payload.uint8(at: 5)
    else { return .failure(Reason("the frame header is cut off")) }
    guard count > 0, payload.count == 6 + 3 * count else {
      return .failure(Reason("the frame header has the wrong length"))
    }
    guard width > 0 else { return .failure(Reason("the picture has no width")) }
    var components: [Component] = []
    for index in 0..<count {
      guard let id = payload.uint8(at: 6 + index * 3), let sampling = payload.uint8(at: 7 + index * 3)
      else { return .failure(Reason("the frame header is cut off")) }
      let component = Component(
        id: id, horizontalSampling: sampling >> 4, verticalSampling: sampling & 15)
      guard (1...4).contains(component.horizontalSampling), (1...4).contains(component.verticalSampling)
      else { return .failure(Reason("component \(id) has an impossible sampling factor")) }
      components.append(component)
    }
    let process: Process =
      switch marker {
      case 0xC0: .baseline
      case 0xC1, 0xC9: .extendedSequential
      case 0xC2, 0xCA: .progressive
      case 0xC3, 0xCB: .lossless
      default: .hierarchical
      }
    return .success(
      JPEGStructure(
        process: process, isArithmetic: marker >= 0xC9, precision: precision, width: width,
        height: height, components: components))
  }

  /// Why a picture is damaged.
  struct Reason: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }
}

extension JPEGStructure {
  /// What makes the colors of the picture in `source` sRGB; `nil` if they are, or if nothing says what they
  /// are.
  ///
  /// - Throws: ``FileSystemError`` if `source` cannot be read.
  func colorConversion(from source: any ByteSource) throws -> ColorConversion? {
    guard let channels = ColorConversion.Channels(rawValue: components.count) else { return nil }
    if case .other = profile {
      let profile = GatheredByteSource(source, pieces: profilePieces)
      guard profile.byteCount <= ColorConversion.profileLimit else { return nil }
      var window = ByteWindow(profile)
      return try ColorConversion(
        profile: window.prefix(at: 0, limit: profile.byteCount), channels: channels)
    }
    guard profile == .none, exifSaysAdobeRGB, channels != .cmyk else { return nil }
    return ColorConversion.adobeRGB(channels)
  }
}
