/// A place of a PNG where text can hide.
///
/// ``plant(_:in:)`` writes a token there; a picture made of the pixels alone must not contain it.
public enum PNGCarrier: String, Sendable, CaseIterable {
  case exif
  case gps
  case xmp
  case packedXMP
  case text
  case packedText
  case internationalText
  case textKeyword
  case rawExif
  case rawAPP1
  case rawXMP
  case rawIPTC
  case rawPhotoshop
  case profileName
  case profileDescription
  case suggestedPalette
  case unknownChunk
  case contentCredentials
  /// A chunk of the picture's data behind another chunk, where no decoder looks.
  case strayData
  case laterFrame
  case trailer

  /// Adds a chunk that holds `token`, in ASCII or packed, at least once.
  public func plant(_ token: String, in file: PNGFile) -> PNGFile {
    var exif = EXIFBuilder(.bigEndian)
    exif.image[EXIFTag.artist] = .ascii(token)
    let packet = XMPPacket(["photoshop:City": token])
    switch self {
    case .exif: return file.adding(.exif(exif))
    case .gps:
      exif.location = GPSPosition.allFields(token: token)
      return file.adding(.exif(exif), at: .end)
    case .xmp: return file.adding(.xmp(packet))
    case .packedXMP: return file.adding(.xmp(packet, isPacked: true))
    case .text: return file.adding(.text("Comment", token), at: .end)
    case .packedText: return file.adding(.packedText("Description", token))
    case .internationalText:
      return file.adding(.internationalText("Title", token, language: "en", translation: token))
    case .textKeyword: return file.adding(.text(token, ""))
    case .rawExif: return file.adding(.rawProfile("exif", exif.payload()))
    case .rawAPP1: return file.adding(.rawProfile("APP1", exif.payload()))
    case .rawXMP: return file.adding(.rawProfile("xmp", Array(packet.packet().utf8)))
    case .rawIPTC:
      return file.adding(.rawProfile("iptc", PhotoshopResource.iptc([5: token, 90: token]).bytes))
    case .rawPhotoshop:
      return file.adding(.rawProfile("8bim", PhotoshopResource(0x03F0, Array(token.utf8)).bytes))
    case .profileName:
      return file.adding(.profile(ICCBuilder.sRGB().bytes(), name: token), at: .start)
    case .profileDescription:
      let profile = ICCBuilder("Profile \(token)", .sRGB, .sRGB).bytes()
      return file.adding(.profile(profile), at: .start)
    case .suggestedPalette:
      return file.adding(.init("sPLT", Array(token.utf8) + [0, 8, 1, 2, 3, 4, 0, 5]))
    case .unknownChunk: return file.adding(.init("teSt", Array(token.utf8)))
    case .contentCredentials: return file.adding(.init("caBX", Array(token.utf8)))
    case .strayData:
      return file.adding([.init("teSt", [1]), .init("IDAT", Array(token.utf8))], at: .end)
    case .laterFrame: return file.adding(.init("fdAT", [0, 0, 0, 1] + Array(token.utf8)), at: .end)
    case .trailer: return file.adding(trailer: Array(token.utf8))
    }
  }

  /// A PNG with a token in every carrier.
  public static func plantEverywhere(_ token: String, in file: PNGFile) -> PNGFile {
    allCases.reduce(file) { $1.plant(token, in: $0) }
  }
}
