/// What a decoder must know of a GIF before it decodes: its canvas and its first frame.
package struct GIFStructure: Sendable, Hashable {
  /// Width of the canvas in pixels.
  package internal(set) var width: Int
  /// Height of the canvas in pixels.
  package internal(set) var height: Int
  /// The part of the canvas that the first frame fills. It may reach beyond the canvas.
  package internal(set) var frame: PixelRectangle
  /// Whether the rows of the first frame come in four passes.
  package internal(set) var isInterlaced: Bool
  /// The colors that the first frame chooses from, 2 to 256; 0 if the file has none.
  package internal(set) var paletteCount: Int
  /// The index that is transparent in the first frame.
  package internal(set) var transparentIndex: Int?
  /// How many frames there are, at least 1.
  package internal(set) var frameCount = 0
  /// What the embedded profile means for the picture.
  package internal(set) var profile = ICCProfile.none
  /// The embedded profile, at most 4 MiB; `nil` if there is none that fits the picture.
  package internal(set) var profileBytes: [UInt8]?
  /// Whether the file ends with its trailer byte.
  package internal(set) var hasTrailer = false
  /// The offset behind the last block.
  package internal(set) var endOfPicture = 0

  /// Whether further frames follow the first.
  package var isAnimated: Bool { frameCount > 1 }
}

extension GIFStructure {
  /// The header and logical screen descriptor (GIF89a §18).
  struct Screen {
    static let byteCount = 13

    let width: Int
    let height: Int
    /// The colors of the global table; 0 without one.
    let colorCount: Int

    init?(_ view: ByteView) {
      guard let width = view.uint16(at: 6, bigEndian: false),
        let height = view.uint16(at: 8, bigEndian: false),
        let flags = view.uint8(at: 10), view.count >= Self.byteCount
      else { return nil }
      self.width = width
      self.height = height
      colorCount = GIFStructure.colorCount(flags)
    }
  }

  /// The image descriptor (§20).
  struct Descriptor {
    static let byteCount = 10

    let rectangle: PixelRectangle
    let isInterlaced: Bool
    /// The colors of the frame's own table; 0 without one.
    let colorCount: Int

    init?(_ view: ByteView) {
      let numbers = [1, 3, 5, 7].compactMap { view.uint16(at: $0, bigEndian: false) }
      guard numbers.count == 4, let flags = view.uint8(at: 9) else { return nil }
      rectangle = PixelRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      isInterlaced = flags & 0x40 != 0
      colorCount = GIFStructure.colorCount(flags)
    }
  }

  /// The size of the color table that packed `flags` announce.
  private static func colorCount(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 2 << (flags & 7)
  }
}
