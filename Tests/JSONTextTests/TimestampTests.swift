import Foundation
import JSONText
import PhotoFixtures
import Testing

@Suite("Timestamps")
struct TimestampTests {
  static let cases: [(Double, String?)] = [
    (0, "1970-01-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"),
    (4_107_542_399, "2100-02-28T23:59:59Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"),
    (1_714_559_400.25, "2024-05-01T10:30:00.250Z"),
    (1_714_559_399.9996, "2024-05-01T10:30:00Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"),
    (253_402_300_800, nil),
    (-62_167_219_201, nil),
    (.infinity, nil),
    (.nan, nil),
  ]

  @Test("Seconds since 1970 become a date of RFC 3339", arguments: cases)
  func writes(seconds: Double, text: String?) {
    #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test("Each day of 800 years is what the system's own calendar says")
  func agreesWithTheSystem() throws {
    for day in stride(from: -146_097, through: 146_097, by: 1) {
      var seconds = time_t(day) * 86_400 + 45_296
      var parts = tm()
      try #require(gmtime_r(&seconds, &parts) != nil)
      let fields = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
      let text = try #require(Timestamp.text(Date(timeIntervalSince1970: Double(seconds))))
      let read = text.prefix(10).split(separator: "-").compactMap { Int($0) }
      if read != fields || !text.hasSuffix("T12:34:56Z") {
        Issue.record("\(seconds) s became \(text)")
        return
      }
    }
  }
}
