#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Identifiers of RFC 9562 that sort by the time at which they were made, and that name folders and files.
package enum UUIDv7 {
  private static let digits = Array("0123456789abcdef".utf8)
  /// Where the groups of digits are parted.
  private static let dashes: Set<Int> = [8, 13, 18, 23]

  /// An identifier in lower case.
  ///
  /// - Parameters:
  ///   - date: The time, rounded to milliseconds since 1970; an earlier one counts as 1970.
  ///   - random: 74 of these 128 bits are used.
  package static func text(_ date: Date, random: (UInt64, UInt64)) -> String {
    let milliseconds = max(0, min((date.timeIntervalSince1970 * 1000).rounded(), 0xFFFF_FFFF_FFFF))
    return text(milliseconds: UInt64(milliseconds), next: random.0, random: random.1 >> 2)
  }

  /// An identifier in lower case.
  ///
  /// - Parameters:
  ///   - milliseconds: The time since 1970; 48 bits are used.
  ///   - next: The 12 bits behind the time: random, or counted.
  ///   - random: 62 bits are used.
  package static func text(milliseconds: UInt64, next: UInt64, random: UInt64) -> String {
    // RFC 9562 §5.7: 48 bits of time, the version in 4, rand_a in 12, the variant 0b10 in 2, rand_b in 62.
    let high = milliseconds << 16 | 0x7000 | next & 0x0FFF
    let low = 1 << 63 | random & (1 << 62 - 1)
    var text: [UInt8] = []
    for word in [high, low] {
      for shift in stride(from: 60, through: 0, by: -4) {
        if dashes.contains(text.count) { text.append(UInt8(ascii: "-")) }
        text.append(digits[Int(word >> UInt64(shift) & 0xF)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether `text` is an identifier of version 7 in lower case.
  package static func isWellFormed(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return hasForm(text) && bytes[14] == UInt8(ascii: "7") && "89ab".utf8.contains(bytes[19])
  }

  /// Whether `text` is an identifier of any version in lower case.
  package static func hasForm(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 36
      && bytes.indices.allSatisfy { index in
        dashes.contains(index) ? bytes[index] == UInt8(ascii: "-") : digits.contains(bytes[index])
      }
  }
}
