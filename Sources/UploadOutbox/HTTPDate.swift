#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Times as the header fields of HTTP give them.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads a time, which is always in UTC.
  ///
  /// RFC 9110, 5.6.7: "A recipient that parses a timestamp value in an HTTP field MUST accept all three HTTP-date
  /// formats": `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Parameter now: Tells the century of a year with two digits: "a timestamp that appears to be more than 50
  ///   years in the future [is] the most recent year in the past that had the same last two digits".
  /// - Returns: `nil` if it is none of these. The name of the day is not compared with the date.
  package static func date(_ text: String, now: Date) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.lowercased().split { " ,-".contains($0) }.map(String.init)
    switch words.count {
    case 6 where words[5] == "gmt":
      return date(day: words[1], month: words[2], year: words[3], time: words[4], now: now)
    case 5: return date(day: words[2], month: words[1], year: words[4], time: words[3], now: now)
    default: return nil
    }
  }

  private static func date(day: String, month: String, year: String, time: String, now: Date) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), 2...2) }
    guard let day = number(day, 1...2), let month = months.firstIndex(of: month),
      let written = number(year, 2...4), year.utf8.count != 3, clock.count == 3, let hour = clock[0],
      let minute = clock[1], let second = clock[2],
      // 60 is a leap second (RFC 5322, 3.3).
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let time = hour * 3600 + minute * 60 + second
    if year.utf8.count == 4 { return date(year: written, month: month + 1, day: day, time: time) }
    let latest = now.timeIntervalSince1970 + 50 * 365.25 * 86_400
    return [2000, 1900].map { $0 + written }.compactMap {
      date(year: $0, month: month + 1, day: day, time: time)
    }
    .first { $0.timeIntervalSince1970 <= latest }
  }

  /// The moment `time` seconds after the start of a day of the Gregorian calendar, or `nil` if there is no such day.
  ///
  /// The year is taken to start in March, so that a leap day is the last day of its year; 719468 days lie between
  /// the first of March of the year 0 and 1970.
  private static func date(year: Int, month: Int, day: Int, time: Int) -> Date? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day >= 1, day <= lengths[month - 1] else { return nil }
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return Date(timeIntervalSince1970: Double(days * 86_400 + time))
  }

  private static func number(_ text: String, _ digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
