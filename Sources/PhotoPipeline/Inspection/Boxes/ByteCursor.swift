/// Reads numbers and texts of a box one behind the other.
struct ByteCursor {
  private let view: ByteView
  private(set) var position = 0

  init(_ view: ByteView) { self.view = view }

  /// How many bytes are left.
  var remaining: Int { view.count - position }

  /// The next big-endian number of `byteCount` bytes, 0 to 8; a number of no bytes is 0.
  ///
  /// - Returns: `nil` if the bytes are not all there or the number is larger than any file.
  mutating func number(_ byteCount: Int) -> Int? {
    guard byteCount <= remaining else { return nil }
    var value: UInt64 = 0
    for offset in 0..<byteCount { value = value << 8 | UInt64(view.uint8(at: position + offset) ?? 0) }
    position += byteCount
    return Int(exactly: value)
  }

  mutating func fourCC() -> FourCC? { number(4).map { FourCC(UInt32(truncatingIfNeeded: $0)) } }

  /// The bytes up to the next NUL, or to the end.
  mutating func text() -> String {
    let bytes = view.dropFirst(position).slice.prefix { $0 != 0 }
    position = min(view.count, position + bytes.count + 1)
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func skip(_ byteCount: Int) { position = min(view.count, position + max(0, byteCount)) }

  /// What is left.
  var rest: ByteView { view.dropFirst(position) }
}
