import Foundation
import Testing
import Transport

@testable import UploadOutbox

@Suite("Retry-After")
struct RetryAfterTests {
  /// 1994-11-06 08:49:37 UTC, the time that RFC 9110 writes in three ways.
  static let moment = Date(timeIntervalSince1970: 784_111_777)

  @Test(
    "Seconds are taken as they are", arguments: [("0", 0.0), ("5", 5), (" 120 ", 120), ("86400", 86_400)])
  func seconds(field: String, seconds: Double) {
    #expect(RetryAfter.seconds(field, now: Self.moment) == seconds)
  }

  @Test(
    "A time is how far it is away",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func times(field: String) {
    #expect(RetryAfter.seconds(field, now: Self.moment - 90) == 90)
  }

  @Test("A time that has passed means at once")
  func past() {
    #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: Self.moment + 1000) == 0)
  }

  @Test("A time is compared with the server's clock, however wrong the own one is")
  func wrongClock() {
    let headers: HTTPHeaders = [
      "retry-after": "Sun, 06 Nov 1994 08:50:37 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT",
    ]
    #expect(RetryAfter.seconds(in: headers, now: Self.moment - 365 * 86_400) == 60)
    #expect(RetryAfter.seconds(in: ["Retry-After": "7"], now: Self.moment) == 7)
    #expect(RetryAfter.seconds(in: [:], now: Self.moment) == nil)
  }

  @Test(
    "Anything else is nothing",
    arguments: [
      "", " ", "-5", "5.5", "soon", "1 2", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 199 08:49:37 GMT", "٥",
      String(repeating: "Sun, ", count: 100),
    ])
  func nonsense(field: String) {
    #expect(RetryAfter.seconds(field, now: Self.moment) == nil)
  }

  @Test("Days of every month come out as Foundation counts them")
  func days() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for day in stride(from: -40_000, through: 60_000, by: 17) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3661)
      #expect(HTTPDate.date(formatter.string(from: date), now: Self.moment) == date)
    }
  }

  @Test("A year of two digits lies less than 50 years ahead")
  func centuries() {
    let now = Date(timeIntervalSince1970: 1_764_547_200)  // 2025-12-01
    #expect(HTTPDate.date("Monday, 01-Dec-25 00:00:00 GMT", now: now) == now)
    #expect(
      HTTPDate.date("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == Self.moment)
  }
}
