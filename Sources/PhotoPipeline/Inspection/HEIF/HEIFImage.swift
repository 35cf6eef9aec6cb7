/// One picture of a HEIF file as it is coded: one item, or a grid of them.
package struct HEIFImage: Sendable, Hashable {
  /// How the tiles are coded.
  package enum Coding: Sendable, Hashable {
    case hevc
    case av1
    /// Another way, by the type of the item.
    case other(String)
  }

  package enum Chroma: Sendable, Hashable {
    case monochrome
    case yuv420
    case yuv422
    case yuv444
  }

  /// One coded picture.
  package struct Tile: Sendable, Hashable {
    /// Where its data lie in the file, one behind the other; all of them are there.
    package let extents: [Range<Int>]
    /// The content of its `hvcC` or `av1C` box.
    package let configuration: [UInt8]
  }

  /// A coded picture of any kind and size.
  package struct Part: Sendable, Hashable {
    package let coding: Coding
    /// What its boxes say, in pixels.
    package let width: Int
    package let height: Int
    package let tile: Tile
  }

  package let id: Int
  /// The type of the item, such as `hvc1`, `av01`, `grid`, `iovl` or `iden`.
  package let type: String
  package let coding: Coding
  /// Width before it is cropped and turned, in pixels. Tiles may reach beyond it.
  package let width: Int
  /// Height before it is cropped and turned, in pixels.
  package let height: Int
  /// 1 for a picture that is no grid.
  package internal(set) var rows = 1
  /// 1 for a picture that is no grid.
  package internal(set) var columns = 1
  /// Width of each tile in pixels.
  package internal(set) var tileWidth: Int
  /// Height of each tile in pixels.
  package internal(set) var tileHeight: Int
  /// `rows` times `columns` tiles, row by row. None if the picture is unusual.
  package internal(set) var tiles: [Tile] = []
  /// Bits of a sample of the first tile; 8 if the file does not say.
  package internal(set) var bitDepth = 8
  /// `nil` if the file does not say.
  package internal(set) var chroma: Chroma?
  /// Why its tiles alone do not make the picture, so that only a library that knows every kind of HEIF
  /// can decode it; `nil` for what cameras make.
  package internal(set) var unusual: String?
  /// Why not even that library may put it together: pixels that nobody wrote might be left; `nil` if it may.
  package internal(set) var refusal: String?
  /// All coded pictures of the file that an unusual picture may be made of, as far as they can be decoded. None
  /// if it is not unusual.
  package internal(set) var unusualParts: [Part] = []

  init(id: Int, type: FourCC, coding: Coding, size: PixelSize) {
    self.id = id
    self.type = type.description
    self.coding = coding
    width = size.width
    height = size.height
    tileWidth = size.width
    tileHeight = size.height
  }

  /// The coded pictures that it is made of, or may be if it is unusual.
  package var parts: [Part] {
    guard unusual == nil else { return unusualParts }
    return tiles.map { Part(coding: coding, width: tileWidth, height: tileHeight, tile: $0) }
  }

  /// Whether it is put together of coded pictures.
  package var isComposed: Bool { !["hvc1", "hev1", "av01"].contains(type) }

  /// Bytes of coded data.
  package var codedByteCount: Int {
    tiles.reduce(0) { $0 + $1.extents.reduce(0) { $0 + $1.count } }
  }
}

extension HEIFImage {
  /// Notes what the first tile's set-up says of its samples.
  mutating func readSampleFormat(depths: [Int]?) {
    if let depth = depths?.max() { bitDepth = depth }
    if depths?.count == 1 { chroma = .monochrome }
    guard let configuration = tiles.first.map({ ByteView($0.configuration) }) else { return }
    let kinds: [Chroma] = [.monochrome, .yuv420, .yuv422, .yuv444]
    switch coding {
    case .hevc:
      // ISO/IEC 14496-15 §8.3.2.1.2: the low bits of bytes 16 to 18.
      guard let format = configuration.uint8(at: 16), let luma = configuration.uint8(at: 17) else { return }
      chroma = kinds[format & 3]
      bitDepth = 8 + (luma & 7)
    case .av1:
      // AV1 in ISOBMFF §2.3.3: tier, 10 bits, 12 bits, monochrome, then whether chroma is halved.
      guard let flags = configuration.uint8(at: 2) else { return }
      bitDepth = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
      chroma =
        flags & 0x10 != 0
        ? .monochrome : flags & 0x08 == 0 ? .yuv444 : flags & 0x04 == 0 ? .yuv422 : .yuv420
    case .other:
      break
    }
  }
}
