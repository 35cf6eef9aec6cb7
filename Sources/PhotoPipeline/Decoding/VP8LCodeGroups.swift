/// How much memory the prefix codes of a lossless WebP take in libwebp (RFC 9649 §3.7.2.2).
///
/// A picture may have codes of its own for each block of 4 x 4 pixels. They take 20 bits there and some 10 to
/// 20 KiB in the decoder, so that a small file could take all memory; the encoder of libwebp makes at most 2600
/// groups. How many there are stands behind the transforms, whose small pictures must be read to get there.
struct VP8LCodeGroups {
  /// The most groups that the format can name.
  static let limit = 65536
  /// What the fewest bits of a group are: five codes of one symbol.
  static let leastBits = 20

  let count: Int
  private let cacheBits: Int

  /// What libwebp takes for a group with a cache of 2^`cacheBits` colors: tables of 4 bytes an entry, which
  /// grow with the cache, and what it looks up small codes in.
  private static func byteCount(cacheBits: Int) -> Int { 4 * (2960 + (1 << cacheBits)) + 640 }

  /// Bytes of all groups.
  var byteCount: Int { count * Self.byteCount(cacheBits: cacheBits) }

  /// The most bytes that codes in `byteCount` bytes of a picture of `size` can take.
  static func mostBytes(size: PixelSize, byteCount: Int) -> Int {
    let blocks = ((size.width + 3) / 4) * ((size.height + 3) / 4)
    return min(limit, blocks, byteCount * 8 / leastBits + 1) * Self.byteCount(cacheBits: 11)
  }

  /// Reads what precedes the pixels.
  ///
  /// - Parameter bytes: A picture of `size` behind its header of five bytes.
  /// - Returns: `nil` if it is broken or ends before; then libwebp takes no memory for codes either.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, size: PixelSize) {
    var bits = VP8LBits(bytes)
    guard let width = Self.skipTransforms(&bits, size: size), let cacheBits = Self.cacheBits(&bits),
      let hasGroups = bits.bit()
    else { return nil }
    self.cacheBits = cacheBits
    guard hasGroups == 1 else {
      count = 1
      return
    }
    let size = PixelSize(width: width, height: size.height)
    guard let shift = bits.number(3), let numbers = VP8LSubPicture(&bits, size: size, shift: shift + 2)
    else { return nil }
    var isUsed = [Bool](repeating: false, count: Self.limit)
    for pixel in numbers.pixels { isUsed[Int(pixel >> 8 & 0xFFFF)] = true }
    let last = isUsed.lastIndex(of: true) ?? 0
    // libwebp skips unused groups only where there are many.
    count = last < 1000 ? last + 1 : isUsed.count { $0 }
  }

  /// §3.5: reads over the transforms; returns the width of the picture behind them.
  private static func skipTransforms(_ bits: inout VP8LBits, size: PixelSize) -> Int? {
    var width = size.width
    // Each kind comes at most once.
    for _ in 0...4 {
      guard let follows = bits.bit() else { return nil }
      guard follows == 1 else { return width }
      guard let kind = bits.number(2) else { return nil }
      switch kind {
      case 0, 1:
        guard let shift = bits.number(3),
          VP8LSubPicture(&bits, size: PixelSize(width: width, height: size.height), shift: shift + 2) != nil
        else { return nil }
      case 3:
        guard let last = bits.number(8),
          VP8LSubPicture(&bits, size: PixelSize(width: last + 1, height: 1), shift: 0) != nil
        else { return nil }
        // §3.5.4: pixels of few colors share a byte.
        let shift = last < 2 ? 3 : last < 4 ? 2 : last < 16 ? 1 : 0
        width = (width + (1 << shift) - 1) >> shift
      default:
        break
      }
    }
    return nil
  }

  /// §3.6.2.3: 0 if there is no cache of colors.
  static func cacheBits(_ bits: inout VP8LBits) -> Int? {
    guard let hasCache = bits.bit() else { return nil }
    guard hasCache == 1 else { return 0 }
    return bits.number(4).flatMap { (1...11).contains($0) ? $0 : nil }
  }
}
