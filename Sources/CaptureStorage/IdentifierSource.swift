/// Makes ids, each greater than the one before (RFC 9562 §5.7 and §6.2).
struct IdentifierSource {
  /// Gives 64 random bits.
  private let random: @Sendable () -> UInt64
  /// Milliseconds since 1970 of the last id.
  private var lastTime: UInt64 = 0
  /// The 12 bits behind the time, which count ids of one millisecond.
  private var counter: UInt64 = 0

  init(random: @escaping @Sendable () -> UInt64) {
    self.random = random
  }

  /// The next id.
  ///
  /// - Parameter milliseconds: The time now, since 1970. A clock that was set back does not make smaller ids.
  mutating func next<Subject>(milliseconds: Int) -> Identifier<Subject> {
    let now = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    if now > lastTime {
      lastTime = now
      // "the counter's most significant bit is zeroed": so there is room for 2048 ids at least.
      counter = random() & 0x7FF
    } else if counter < 0xFFF {
      counter += 1
    } else {
      lastTime += 1
      counter = random() & 0x7FF
    }
    let high = lastTime << 16 | 0x7000 | counter
    let low = random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = Array(Self.hexadecimal(high) + Self.hexadecimal(low))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
    return Identifier(known: parts.joined(separator: "-"))
  }

  private static func hexadecimal(_ number: UInt64) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<16).map { digits[Int(number >> UInt64(60 - $0 * 4) & 15)] }
  }
}
