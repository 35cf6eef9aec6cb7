/// The bits of a lossless WebP, the least significant of each byte first (RFC 9649 §3.1).
///
/// What lies behind the end is `nil`.
struct VP8LBits {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// - Parameter bytes: Memory that outlives the value.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func bit() -> Int? {
    guard position < bytes.count * 8 else { return nil }
    let bit = bytes[position >> 3] >> UInt8(position & 7) & 1
    position += 1
    return Int(bit)
  }

  /// The next `count` bits as a number, 0 to 32.
  mutating func number(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for index in 0..<count {
      value |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << index
      position += 1
    }
    return value
  }
}
