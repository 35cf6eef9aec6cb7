/// Reads bits, the most significant first.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns whether there were so many bits.
  mutating func skip(_ count: Int) -> Bool {
    position += count
    return position <= bytes.count * 8
  }

  /// The next bit; `nil` at the end.
  mutating func flag() -> Bool? { number(1).map { $0 == 1 } }

  /// The next `count` bits as a number, 0 to 32.
  mutating func number(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  /// An unsigned number by Exp-Golomb code (H.265 §9.2, and `uvlc` of AV1 §4.10.3).
  mutating func exponential() -> Int? {
    var zeros = 0
    while let bit = number(1) {
      if bit == 1 { return number(zeros).map { (1 << zeros) - 1 + $0 } }
      zeros += 1
      if zeros > 32 { return nil }
    }
    return nil
  }
}
