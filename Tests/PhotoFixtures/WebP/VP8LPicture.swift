/// A picture in the lossless coding of WebP (RFC 9649 §3), written without transforms and with codes of
/// one length: large, simple and exact.
public struct VP8LPicture: Sendable, Hashable {
  public let width: Int
  public let height: Int
  /// Red, green, blue and opacity of each pixel, row by row from the top left.
  public let rgba: [UInt8]
  /// Whether the picture says that pixels may be transparent.
  public var hasAlpha: Bool

  /// - Precondition: `rgba` has `width * height * 4` samples, and no side is longer than 16,384.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(
      rgba.count == width * height * 4 && (1...16384).contains(width) && (1...16384).contains(height))
    self.width = width
    self.height = height
    self.rgba = rgba
    hasAlpha = stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] != 255 }
  }

  /// An opaque picture.
  public init(_ raster: Raster) {
    let rgba = (0..<raster.width * raster.height).flatMap { index in
      raster.rgb[index * 3..<index * 3 + 3] + [255]
    }
    self.init(width: raster.width, height: raster.height, rgba: rgba)
  }

  /// The content of a `VP8L` chunk.
  public var bytes: [UInt8] {
    var stream = BitStream()
    stream.write(0x2F, 8)
    stream.write(width - 1, 14)
    stream.write(height - 1, 14)
    stream.write(hasAlpha ? 1 : 0, 1)
    stream.write(0, 3)
    // No transform, no cache of colors, one group of codes.
    stream.write(0, 3)
    // Green shares its codes with the lengths of copies, of which there are none.
    stream.writeEvenCode(alphabet: 256 + 24)
    for _ in 0..<3 { stream.writeEvenCode(alphabet: 256) }
    // Distances: a simple code of one symbol, 0, which takes no bits.
    stream.write(0b0001, 4)
    for pixel in stride(from: 0, to: rgba.count, by: 4) {
      for channel in [1, 0, 2, 3] { stream.writeReversed(rgba[pixel + channel]) }
    }
    return stream.bytes
  }
}

extension VP8LPicture {
  /// The content of a `VP8L` chunk that is a black picture in which every block of 4 x 4 pixels, up to 65536 of
  /// them, has codes of its own. Each takes 20 bits here and kilobytes in a decoder.
  public static func manyCodes(width: Int, height: Int) -> [UInt8] {
    var stream = BitStream()
    stream.write(0x2F, 8)
    stream.write(width - 1, 14)
    stream.write(height - 1, 14)
    stream.write(0, 4)
    // No transform, a cache of 2^11 colors, codes for blocks of 2^2 pixels.
    stream.write(0, 1)
    stream.write(1 | 11 << 1, 5)
    stream.write(1, 4)
    // The number of each block's codes, in red and green, without a cache.
    stream.write(0, 1)
    stream.writeEvenCode(alphabet: 256 + 24)
    stream.writeEvenCode(alphabet: 256)
    // Simple codes of the symbol 0.
    for _ in 0..<3 { stream.write(0b0001, 4) }
    let blocks = (width + 3) / 4 * ((height + 3) / 4)
    for block in 0..<blocks {
      let number = min(block, 65_535)
      stream.writeReversed(UInt8(number & 255))
      stream.writeReversed(UInt8(number >> 8))
    }
    for _ in 0..<min(blocks, 65_536) { stream.write(0b0001_0001_0001_0001_0001, 20) }
    return stream.bytes
  }
}

/// Bits, the least significant of each byte first.
private struct BitStream {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func write(_ value: Int, _ count: Int) {
    for bit in 0..<count {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << used
      used += 1
    }
  }

  /// Writes a code of eight bits, whose most significant bit comes first.
  mutating func writeReversed(_ code: UInt8) {
    for bit in (0..<8).reversed() { write(Int(code >> bit & 1), 1) }
  }

  /// §3.7.2.1.2: a code in which the first 256 symbols have eight bits and the others none.
  mutating func writeEvenCode(alphabet: Int) {
    write(0, 1)
    // Of the code for the lengths, twelve lengths follow, in the order 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8:
    // the lengths 0 and 8 have a bit each.
    write(12 - 4, 4)
    for symbol in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] { write(symbol == 0 || symbol == 8 ? 1 : 0, 3) }
    // All lengths follow.
    write(0, 1)
    for symbol in 0..<alphabet { write(symbol < 256 ? 1 : 0, 1) }
  }
}
