/// A GIF as a list of blocks, so that a fixture can add, move, change and spoil them.
public struct GIFFile: Sendable, Hashable {
  /// Width of the canvas.
  public var width: Int
  /// Height of the canvas.
  public var height: Int
  /// The global colors, of which there must be 2, 4, 8 and so on up to 256, or none.
  public var palette: [Raster.Color]
  /// Extensions and frames.
  public var blocks: [[UInt8]]
  /// Whether the file ends with its trailer byte.
  public var hasTrailer = true
  /// What follows the trailer byte.
  public var trailer: [UInt8] = []
  /// `GIF89a` or `GIF87a`.
  public var version = "GIF89a"

  public init(width: Int, height: Int, palette: [Raster.Color], _ blocks: [[UInt8]]) {
    self.width = width
    self.height = height
    self.palette = palette
    self.blocks = blocks
  }

  /// A canvas that one frame fills.
  public init(_ frame: GIFFrame, palette: [Raster.Color]) {
    self.init(
      width: frame.left + frame.width, height: frame.top + frame.height, palette: palette, [frame.bytes])
  }

  /// The whole file.
  public var bytes: [UInt8] {
    var bytes = Array(version.utf8)
    bytes.appendLittleEndian(UInt16(width))
    bytes.appendLittleEndian(UInt16(height))
    bytes += [Self.flags(palette), 0, 0] + palette.flatMap { [$0.red, $0.green, $0.blue] }
    return bytes + blocks.flatMap { $0 } + (hasTrailer ? [0x3B] : []) + trailer
  }

  /// Adds blocks before all others.
  public func adding(_ added: [UInt8]...) -> GIFFile {
    var copy = self
    copy.blocks = added + blocks
    return copy
  }

  /// Adds blocks behind all others.
  public func appending(_ added: [UInt8]...) -> GIFFile {
    var copy = self
    copy.blocks += added
    return copy
  }

  /// How a table of colors is announced: that it is there, and its size as a power of two.
  static func flags(_ palette: [Raster.Color]) -> UInt8 {
    guard !palette.isEmpty else { return 0 }
    precondition(palette.count >= 2 && palette.count <= 256 && palette.count & (palette.count - 1) == 0)
    return 0x80 | UInt8(palette.count.trailingZeroBitCount - 1)
  }

  /// Bytes cut into blocks of at most 255, ended by an empty one.
  public static func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 255).flatMap { start in
      let part = bytes[start..<min(bytes.count, start + 255)]
      return [UInt8(part.count)] + part
    } + [0]
  }
}

extension GIFFile {
  public static func comment(_ text: String) -> [UInt8] { [0x21, 0xFE] + subBlocks(Array(text.utf8)) }

  /// Text to be drawn in a grid of one cell.
  public static func plainText(_ text: String) -> [UInt8] {
    [0x21, 0x01, 12] + [0, 0, 0, 0, 8, 0, 8, 0, 8, 8, 0, 1] + subBlocks(Array(text.utf8))
  }

  /// - Parameter name: Eleven characters.
  public static func application(_ name: String, _ content: [UInt8]) -> [UInt8] {
    [0x21, 0xFF, 11] + Array(name.utf8) + subBlocks(content)
  }

  /// How often an animation repeats; 0 for ever.
  public static func loop(_ count: UInt8 = 0) -> [UInt8] { application("NETSCAPE2.0", [1, count, 0]) }

  /// An ICC profile, under the name that ImageMagick and browsers know.
  public static func profile(_ bytes: [UInt8]) -> [UInt8] { application("ICCRGBG1012", bytes) }

  /// XMP part 3 §1.1.2: the packet as it is, then numbers that lead a reader of sub-blocks to the end.
  public static func xmp(_ packet: XMPPacket) -> [UInt8] {
    let tail: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    return [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Array(packet.packet().utf8) + tail
  }

  /// How the next frame is shown.
  public static func control(transparent: UInt8? = nil, delay: UInt8 = 10) -> [UInt8] {
    [0x21, 0xF9, 4, transparent == nil ? 0 : 1, delay, 0, transparent ?? 0, 0]
  }
}
