/// The type of a box, an item or a brand: four bytes, mostly letters.
struct FourCC: Hashable, Sendable {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// The four bytes at `offset`.
  init?(_ view: ByteView, at offset: Int) {
    guard let value = view.uint32(at: offset) else { return nil }
    self.value = UInt32(value)
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// - Parameter text: Four characters below U+0100; `©` is the byte A9, as QuickTime writes it.
  init(stringLiteral text: String) {
    value = text.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xFF }
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters, with a dot for each that cannot be printed.
  var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    return String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : 0x2E }, as: UTF8.self)
  }
}
