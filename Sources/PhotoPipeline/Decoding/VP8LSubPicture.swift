/// One of the small pictures that a lossless WebP holds beside the main one (RFC 9649 §3.6).
struct VP8LSubPicture {
  /// Alpha, red, green and blue, from the highest byte on.
  private(set) var pixels: [UInt32] = []

  /// Reads a picture with one pixel for each block of 2^`shift` pixels of a picture of `size`; `nil` if it is
  /// broken.
  init?(_ bits: inout VP8LBits, size: PixelSize, shift: Int) {
    let width = (size.width + (1 << shift) - 1) >> shift
    let count = width * ((size.height + (1 << shift) - 1) >> shift)
    guard let cacheBits = VP8LCodeGroups.cacheBits(&bits) else { return nil }
    let cacheCount = cacheBits == 0 ? 0 : 1 << cacheBits
    var codes: [VP8LCode] = []
    for alphabet in [256 + 24 + cacheCount, 256, 256, 256, 40] {
      guard let code = VP8LCode(&bits, alphabet: alphabet) else { return nil }
      codes.append(code)
    }
    var cache = [UInt32](repeating: 0, count: cacheCount)
    pixels.reserveCapacity(count)
    func note(_ pixel: UInt32) {
      if cacheBits > 0 { cache[Int((pixel &* 0x1E35_A7BD) >> UInt32(32 - cacheBits))] = pixel }
    }
    while pixels.count < count {
      guard let symbol = codes[0].symbol(&bits) else { return nil }
      if symbol < 256 {
        guard let red = codes[1].symbol(&bits), let blue = codes[2].symbol(&bits),
          let alpha = codes[3].symbol(&bits)
        else { return nil }
        let pixel = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(symbol) << 8 | UInt32(blue)
        pixels.append(pixel)
        note(pixel)
      } else if symbol < 256 + 24 {
        guard let length = Self.value(symbol - 256, &bits), let prefix = codes[4].symbol(&bits),
          let code = Self.value(prefix, &bits)
        else { return nil }
        let distance = Self.distance(code, width: width)
        guard distance <= pixels.count, length <= count - pixels.count else { return nil }
        for _ in 0..<length {
          let pixel = pixels[pixels.count - distance]
          pixels.append(pixel)
          note(pixel)
        }
      } else {
        let pixel = cache[symbol - 256 - 24]
        pixels.append(pixel)
        note(pixel)
      }
    }
  }

  /// §3.6.2.2: a length or a distance.
  private static func value(_ prefix: Int, _ bits: inout VP8LBits) -> Int? {
    guard prefix >= 4 else { return prefix + 1 }
    let extra = (prefix - 2) >> 1
    return bits.number(extra).map { ((2 + (prefix & 1)) << extra) + $0 + 1 }
  }

  /// How far back a copy begins: the first 120 codes name neighbors.
  private static func distance(_ code: Int, width: Int) -> Int {
    guard code <= neighbors.count else { return code - neighbors.count }
    let neighbor = Int(neighbors[code - 1])
    return max(1, (neighbor >> 4) * width + 8 - (neighbor & 15))
  }

  /// §3.6.2.2, the distance map: rows up in the high four bits, and 8 less columns left in the low ones.
  private static let neighbors: [UInt8] = [
    0x18, 0x07, 0x17, 0x19, 0x28, 0x06, 0x27, 0x29, 0x16, 0x1A, 0x26, 0x2A, 0x38, 0x05, 0x37, 0x39,
    0x15, 0x1B, 0x36, 0x3A, 0x25, 0x2B, 0x48, 0x04, 0x47, 0x49, 0x14, 0x1C, 0x35, 0x3B, 0x46, 0x4A,
    0x24, 0x2C, 0x58, 0x45, 0x4B, 0x34, 0x3C, 0x03, 0x57, 0x59, 0x13, 0x1D, 0x56, 0x5A, 0x23, 0x2D,
    0x44, 0x4C, 0x55, 0x5B, 0x33, 0x3D, 0x68, 0x02, 0x67, 0x69, 0x12, 0x1E, 0x66, 0x6A, 0x22, 0x2E,
    0x54, 0x5C, 0x43, 0x4D, 0x65, 0x6B, 0x32, 0x3E, 0x78, 0x01, 0x77, 0x79, 0x53, 0x5D, 0x11, 0x1F,
    0x64, 0x6C, 0x42, 0x4E, 0x76, 0x7A, 0x21, 0x2F, 0x75, 0x7B, 0x31, 0x3F, 0x63, 0x6D, 0x52, 0x5E,
    0x00, 0x74, 0x7C, 0x41, 0x4F, 0x10, 0x20, 0x62, 0x6E, 0x30, 0x73, 0x7D, 0x51, 0x5F, 0x40, 0x72,
    0x7E, 0x61, 0x6F, 0x50, 0x71, 0x7F, 0x60, 0x70,
  ]
}
