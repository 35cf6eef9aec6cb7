#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Calendar arithmetic in integers: no locale, no time zone data base.
enum CivilTime {
  /// The time that EXIF 2.32 §4.6.5 writes as `YYYY:MM:DD HH:MM:SS`.
  ///
  /// - Parameter zone: `+HH:MM` or `-HH:MM` as in `OffsetTimeOriginal`; without it, UTC.
  /// - Returns: `nil` for blanks, zeros and dates that no calendar has.
  static func date(exif text: ArraySlice<UInt8>, zone: ArraySlice<UInt8>?) -> Date? {
    let text = Array(text)
    guard text.count >= 19,
      let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]),
      let second = number(text[17..<19]),
      year >= 1, (1...12).contains(month), (1...dayCount(year: year, month: month)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds =
      dayNumber(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds - (zone.flatMap(offset) ?? 0)))
  }

  /// The seconds by which a clock is ahead of UTC, from `+HH:MM`, `-HH:MM` or `Z`.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    let zone = Array(zone)
    guard zone.count >= 6, zone[3] == UInt8(ascii: ":"),
      let hour = number(zone[1..<3]), let minute = number(zone[4..<6]), hour <= 14, minute < 60
    else { return nil }
    switch zone[0] {
    case UInt8(ascii: "+"): return hour * 3600 + minute * 60
    case UInt8(ascii: "-"): return -(hour * 3600 + minute * 60)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 in the Gregorian calendar.
  ///
  /// The year is taken to begin in March, so that the leap day is its last; a cycle of 400 years has
  /// 146 097 days, and 719 468 of them lie between 0000-03-01 and 1970-01-01.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
