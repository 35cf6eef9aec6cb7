package import Transport

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// How long a server asks to be left alone: the header field Retry-After (RFC 9110, 10.2.3).
package enum RetryAfter {
  /// The seconds to wait from `now` on, as the server asked: 0 or more, without a ceiling.
  ///
  /// A time is taken relative to the server's own Date field where there is one, so that a clock that is wrong
  /// here makes no wait longer or shorter.
  ///
  /// - Returns: `nil` if the field is missing or is neither a number of seconds nor a time.
  package static func seconds(in headers: HTTPHeaders, now: Date) -> Double? {
    guard let field = headers["Retry-After"] else { return nil }
    return seconds(field, now: headers["Date"].flatMap { HTTPDate.date($0, now: now) } ?? now)
  }

  /// As ``seconds(in:now:)``, for the value of the field alone.
  package static func seconds(_ field: String, now: Date) -> Double? {
    let text = field.drop { $0 == " " || $0 == "\t" }.prefix { $0 != "\t" }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, text.dropFirst(digits.count).allSatisfy({ $0 == " " }) { return Double(digits) }
    return HTTPDate.date(String(text), now: now).map { max(0, $0.timeIntervalSince(now)) }
  }
}
