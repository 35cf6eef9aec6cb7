/// A frame of a GIF, coded without compression: codes of one length, and the table cleared before it grows.
public struct GIFFrame: Sendable, Hashable {
  public var left = 0
  public var top = 0
  public let width: Int
  public let height: Int
  /// An index for each pixel, row by row from the top left.
  public let indices: [UInt8]
  /// The frame's own colors, 2, 4, 8 and so on up to 256 of them; none to take the global ones.
  public var palette: [Raster.Color] = []
  /// Whether the rows come in four passes.
  public var isInterlaced = false

  /// Asks `index` for each pixel.
  public init(width: Int, height: Int, index: (_ x: Int, _ y: Int) -> UInt8) {
    self.width = width
    self.height = height
    indices = (0..<height).flatMap { y in (0..<width).map { index($0, y) } }
  }

  /// Descriptor, colors and coded pixels.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = [0x2C]
    for number in [left, top, width, height] { bytes.appendLittleEndian(UInt16(number)) }
    bytes.append(GIFFile.flags(palette) | (isInterlaced ? 0x40 : 0))
    bytes += palette.flatMap { [$0.red, $0.green, $0.blue] }
    return bytes + [8] + GIFFile.subBlocks(codes)
  }

  /// GIF89a appendix F: with eight bits a pixel, codes have nine bits as long as the table has fewer than
  /// 512 entries; 256 clears it and 257 ends.
  private var codes: [UInt8] {
    var list: [UInt16] = []
    for (position, y) in rowOrder.enumerated() {
      for x in 0..<width {
        if (position * width + x) % 200 == 0 { list.append(256) }
        list.append(UInt16(indices[y * width + x]))
      }
    }
    list.append(257)
    var bytes: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for code in list {
      bits |= Int(code) << bitCount
      bitCount += 9
      while bitCount >= 8 {
        bytes.append(UInt8(bits & 255))
        bits >>= 8
        bitCount -= 8
      }
    }
    return bitCount > 0 ? bytes + [UInt8(bits)] : bytes
  }

  /// Appendix E: every eighth row, then those between.
  private var rowOrder: [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
  }
}
