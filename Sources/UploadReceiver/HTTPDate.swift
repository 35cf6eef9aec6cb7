#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Times as HTTP writes them.
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `date` as an IMF-fixdate (RFC 9110 §5.6.7), such as `Wed, 25 Jun 2014 16:00:00 GMT`. Parts of a second are cut
  /// off; times before 1970 and behind the year 9999 become the nearest that can be told.
  static func text(_ date: Date) -> String {
    let seconds = Int(max(0, min(date.timeIntervalSince1970, 253_402_300_799)))
    var (year, dayOfYear) = (1970, seconds / 86_400)
    let weekday = days[dayOfYear % 7]
    while dayOfYear >= daysOf(year) {
      dayOfYear -= daysOf(year)
      year += 1
    }
    var month = 0
    while dayOfYear >= daysOf(month, year) {
      dayOfYear -= daysOf(month, year)
      month += 1
    }
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    let day = "\(padded(dayOfYear + 1, 2)) \(months[month]) \(padded(year, 4))"
    return "\(weekday), \(day) \(time.joined(separator: ":")) GMT"
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func daysOf(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func daysOf(_ month: Int, _ year: Int) -> Int {
    month == 1 ? (isLeap(year) ? 29 : 28) : [3, 5, 8, 10].contains(month) ? 30 : 31
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
