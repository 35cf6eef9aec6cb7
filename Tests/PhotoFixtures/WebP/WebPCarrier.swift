/// A place of a WebP where text can hide.
///
/// ``plant(_:in:)`` writes a token there; a picture made of the pixels alone must not contain it.
public enum WebPCarrier: String, Sendable, CaseIterable {
  case exif
  case namedExif
  case gps
  case xmp
  case profile
  case unknownChunk
  case contentCredentials
  case trailer

  /// Adds a chunk that holds `token` in ASCII.
  public func plant(_ token: String, in file: WebPFile) -> WebPFile {
    var copy = file
    var exif = EXIFBuilder()
    exif.image[EXIFTag.artist] = .ascii(token)
    switch self {
    case .exif: copy.chunks.append(.exif(exif))
    case .namedExif: copy.chunks.append(.exif(exif, isNamed: true))
    case .gps:
      exif.location = GPSPosition.allFields(token: token)
      copy.chunks.append(.exif(exif))
    case .xmp: copy.chunks.append(.xmp(XMPPacket(["photoshop:City": token])))
    case .profile:
      let profile = ICCBuilder("Profile \(token)", .sRGB, .sRGB).bytes()
      copy.chunks.insert(.profile(profile), at: min(1, copy.chunks.count))
    case .unknownChunk: copy.chunks.append(.init("TEST", Array(token.utf8)))
    case .contentCredentials: copy.chunks.append(.init("C2PA", Array(token.utf8)))
    case .trailer: copy.trailer += Array(token.utf8)
    }
    return copy
  }

  /// A WebP with a token in every carrier.
  public static func plantEverywhere(_ token: String, in file: WebPFile) -> WebPFile {
    allCases.reduce(file) { $1.plant(token, in: $0) }
  }
}
