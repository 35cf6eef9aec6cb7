import DurableFiles

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
    return Identifier(known: UUIDv7.text(milliseconds: lastTime, next: counter, random: random()))
  }
}
