/// The sizes that a sequence parameter set of HEVC claims (H.265 §7.3.2.2).
///
/// A decoder takes memory for that size, whatever the boxes of the file say, so it must be known before.
struct HEVCParameterSet {
  /// NAL units of this type are sequence parameter sets (H.265 §7.4.2.2).
  static let type = 33
  /// A parameter set is read up to its window; all up to there takes fewer bytes, escapes included.
  static let headByteCount = 256

  /// In pixels, before the conformance window is cut out.
  let size: PixelSize
  /// In pixels, the conformance window alone; `nil` if that makes no sense or is cut off.
  let shownSize: PixelSize?

  /// Whether a unit that begins with `byte` is one.
  static func isHeader(_ byte: Int?) -> Bool { byte.map { $0 >> 1 & 0x3F == type } ?? false }

  /// Reads a NAL unit with its header of two bytes; `nil` if it ends before the size.
  init?(_ unit: some Sequence<UInt8>) {
    var bits = BitReader(Self.unescaped(unit.prefix(Self.headByteCount)))
    guard bits.skip(16 + 4), let subLayers = bits.number(3), bits.skip(1),
      Self.skipProfiles(&bits, subLayers: subLayers),
      bits.exponential() != nil, let chroma = bits.exponential(), chroma != 3 || bits.skip(1),
      let width = bits.exponential(), let height = bits.exponential()
    else { return nil }
    size = PixelSize(width: width, height: height)
    shownSize = Self.window(of: size, chroma: chroma, &bits)
  }

  /// §7.4.3.2.1: the window is said by what is cut off on the left, right, top and bottom, in samples of chroma.
  private static func window(of size: PixelSize, chroma: Int, _ bits: inout BitReader) -> PixelSize? {
    guard let isCut = bits.flag() else { return nil }
    guard isCut else { return size }
    guard let left = bits.exponential(), let right = bits.exponential(), let top = bits.exponential(),
      let bottom = bits.exponential()
    else { return nil }
    let unit = (width: chroma == 1 || chroma == 2 ? 2 : 1, height: chroma == 1 ? 2 : 1)
    let window = PixelSize(
      width: size.width - unit.width * (left + right), height: size.height - unit.height * (top + bottom))
    return window.width > 0 && window.height > 0 ? window : nil
  }

  /// §7.3.3: profile, tier and level of the whole and of each sub-layer.
  private static func skipProfiles(_ bits: inout BitReader, subLayers: Int) -> Bool {
    guard bits.skip(96) else { return false }
    guard subLayers > 0 else { return true }
    var layerBits = 0
    for _ in 0..<subLayers {
      guard let flags = bits.number(2) else { return false }
      layerBits += (flags & 2 == 0 ? 0 : 88) + (flags & 1 == 0 ? 0 : 8)
    }
    return bits.skip(2 * (8 - subLayers) + layerBits)
  }

  /// §7.4.2: a 3 behind two zeros only keeps start codes from appearing.
  private static func unescaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }
}

extension HEVCParameterSet {
  /// The sets in the content of an `hvcC` box (ISO/IEC 14496-15 §8.3.3.1.2).
  static func all(inConfiguration bytes: [UInt8]) -> [HEVCParameterSet] {
    var cursor = ByteCursor(ByteView(bytes))
    cursor.skip(22)
    var sets: [HEVCParameterSet] = []
    for _ in 0..<(cursor.number(1) ?? 0) {
      guard cursor.number(1) != nil, let count = cursor.number(2) else { return sets }
      for _ in 0..<count {
        guard let length = cursor.number(2), let unit = cursor.rest.view(at: 0, count: length) else {
          return sets
        }
        // A decoder goes by the header of the unit, whatever its list says.
        if Self.isHeader(unit.uint8(at: 0)), let set = HEVCParameterSet(unit.slice) { sets.append(set) }
        cursor.skip(length)
      }
    }
    return sets
  }
}
