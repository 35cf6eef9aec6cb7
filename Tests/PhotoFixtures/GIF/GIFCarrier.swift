/// A place of a GIF where text can hide.
///
/// ``plant(_:in:)`` writes a token there; a picture made of the pixels alone must not contain it.
public enum GIFCarrier: String, Sendable, CaseIterable {
  case comment
  /// Behind the first frame, where few look for a comment.
  case lateComment
  case plainText
  case xmp
  case profile
  case iptc
  case application
  case unknownExtension
  case trailer

  /// Adds a block that holds `token` in ASCII.
  public func plant(_ token: String, in file: GIFFile) -> GIFFile {
    switch self {
    case .comment: return file.adding(GIFFile.comment(token))
    case .lateComment: return file.appending(GIFFile.comment(token))
    case .plainText: return file.appending(GIFFile.plainText(token))
    case .xmp: return file.adding(GIFFile.xmp(XMPPacket(["photoshop:City": token])))
    case .profile:
      let profile = ICCBuilder("Profile \(token)", .sRGB, .sRGB).bytes()
      return file.adding(GIFFile.profile(profile))
    case .iptc:
      return file.adding(GIFFile.application("MGKIPTC0000", PhotoshopResource.iptc([5: token]).bytes))
    case .application: return file.adding(GIFFile.application("Example 1.0", Array(token.utf8)))
    case .unknownExtension: return file.adding([0x21, 0x42] + GIFFile.subBlocks(Array(token.utf8)))
    case .trailer:
      var copy = file
      copy.trailer += Array(token.utf8)
      return copy
    }
  }

  /// A GIF with a token in every carrier.
  public static func plantEverywhere(_ token: String, in file: GIFFile) -> GIFFile {
    allCases.reduce(file) { $1.plant(token, in: $0) }
  }
}
