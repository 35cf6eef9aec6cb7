/// What a decoder must know of a WebP before it decodes: its canvas, its coding and its turn.
package struct WebPStructure: Sendable, Hashable {
  /// How the first frame is coded.
  package enum Coding: Sendable, Hashable {
    /// VP8, RFC 6386.
    case lossy
    /// VP8L, RFC 9649 §3.
    case lossless
  }

  /// Width of the canvas, not turned, in pixels.
  package internal(set) var width: Int
  /// Height of the canvas, not turned, in pixels.
  package internal(set) var height: Int
  /// How the picture, or the first frame of an animation, is coded.
  package internal(set) var coding: Coding
  /// The part of the canvas that the picture or the first frame fills.
  package internal(set) var frame: PixelRectangle
  /// Whether the picture, or the first frame, says that pixels may be transparent.
  package internal(set) var hasAlpha: Bool
  /// Whether it is an animation, be it of one frame.
  package internal(set) var isAnimated = false
  /// How the stored picture must be turned, 1 to 8 as in EXIF; 1 if the file says nothing valid.
  package internal(set) var orientation = 1
  /// What the embedded profile means for the picture.
  package internal(set) var profile = ICCProfile.none
  /// The embedded profile, at most 4 MiB; `nil` if there is none that fits the picture.
  package internal(set) var profileBytes: [UInt8]?
  /// The offset at which the container ends by its own account. Some writers get it wrong.
  package internal(set) var claimedEnd = 0
  /// The offset behind the last chunk.
  package internal(set) var endOfPicture = 0

  /// Whether the turn swaps width and height.
  package var isTurnedSideways: Bool { orientation >= 5 }
}

extension WebPStructure {
  /// The header of a coded picture.
  struct Bitstream {
    let coding: Coding
    let width: Int
    let height: Int
    let hasAlpha: Bool

    /// The bytes of the longest header.
    static let headByteCount = 10

    /// Reads the header of the chunk `type`, `VP8 ` or `VP8L`; `nil` if it is broken.
    init?(_ type: String, _ view: ByteView) {
      if type == "VP8L" {
        // RFC 9649 §3.4: a signature, two sizes less one, a hint at transparency, and the version 0.
        guard view.uint8(at: 0) == 0x2F, let bits = view.uint32(at: 1, bigEndian: false), bits >> 29 == 0
        else { return nil }
        coding = .lossless
        width = (bits & 0x3FFF) + 1
        height = (bits >> 14 & 0x3FFF) + 1
        hasAlpha = bits >> 28 & 1 == 1
      } else {
        // RFC 6386 §9.1: the lowest bit of the tag is 0 for a key frame; a start code and two sizes with
        // a scale in their upper two bits follow.
        guard let tag = view.uint8(at: 0), tag & 1 == 0,
          view.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A]),
          let width = view.uint16(at: 6, bigEndian: false), let height = view.uint16(at: 8, bigEndian: false)
        else { return nil }
        coding = .lossy
        self.width = width & 0x3FFF
        self.height = height & 0x3FFF
        hasAlpha = false
      }
      guard width > 0, height > 0 else { return nil }
    }
  }
}
