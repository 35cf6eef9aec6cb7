#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Times as RFC 3339 writes them.
package enum Timestamp {
  /// `date` in UTC such as `2024-05-01T10:30:00Z`, with milliseconds if it has any; `nil` outside of
  /// the years 0000 to 9999, which are all that RFC 3339 can say.
  package static func text(_ date: Date) -> String? {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    // The first moment of the year 0 and the last of the year 9999.
    guard milliseconds >= -62_167_219_200_000, milliseconds <= 253_402_300_799_999 else { return nil }
    let total = Int(milliseconds)
    let (days, rest) = dividedDown(total, by: 86_400_000)
    let (year, month, day) = civil(days)
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1000)
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    let date = [padded(year, 4), padded(month, 2), padded(day, 2)].joined(separator: "-")
    return "\(date)T\(time.joined(separator: ":"))\(fraction == 0 ? "" : ".\(padded(fraction, 3))")Z"
  }

  /// The date of the proleptic Gregorian calendar that is `days` days after 1970-01-01.
  ///
  /// The year is taken to start in March, so that a leap day is the last day of its year; an era is
  /// the 400 years, 146097 days, after which the calendar repeats.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = dividedDown(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// Division that rounds towards minus infinity, with a remainder that is never negative.
  private static func dividedDown(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = (value % divisor + divisor) % divisor
    return ((value - remainder) / divisor, remainder)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
