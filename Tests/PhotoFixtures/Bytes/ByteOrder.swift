/// Which byte of a number comes first.
public enum ByteOrder: Sendable, Hashable, CaseIterable {
  /// The least significant one: Intel, "II" in TIFF.
  case littleEndian
  /// The most significant one: Motorola, "MM" in TIFF.
  case bigEndian

  /// The bytes of `value` in this order.
  public func bytes<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    let ordered = self == .littleEndian ? value.littleEndian : value.bigEndian
    return withUnsafeBytes(of: ordered) { Array($0) }
  }
}

extension [UInt8] {
  /// Appends a number in the order of JPEG, ICC and Photoshop: most significant byte first.
  mutating func appendBigEndian<Number: FixedWidthInteger>(_ value: Number) {
    self += ByteOrder.bigEndian.bytes(value)
  }

  /// Appends a number least significant byte first.
  mutating func appendLittleEndian<Number: FixedWidthInteger>(_ value: Number) {
    self += ByteOrder.littleEndian.bytes(value)
  }

  /// How often `token` occurs, counting overlaps.
  public func occurrences(of token: String) -> Int {
    let pattern = Array(token.utf8)
    guard let first = pattern.first, count >= pattern.count else { return 0 }
    return (0...count - pattern.count).count { start in
      self[start] == first && self[start..<start + pattern.count].elementsEqual(pattern)
    }
  }
}
