import Transport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DeliveryError {
  /// What an answer means that is not the one that was hoped for.
  ///
  /// - Parameter now: For a Retry-After that names a date.
  init(_ response: HTTPResponse, now: Date = Date()) {
    let said = Self.words(of: response)
    let retryAfter = RetryAfter.seconds(in: response.headers, now: now)
    switch response.status {
    case 401, 407:
      self.init(code: .unauthorized, reason: "the receiver does not accept the token\(said)")
    case 429:
      self.init(code: .busy, reason: "the receiver has too many requests to answer", retryAfter: retryAfter)
    case 503 where retryAfter != nil:
      self.init(code: .busy, reason: "the receiver is not available for a while", retryAfter: retryAfter)
    case 507:
      self.init(code: .busy, reason: "the receiver's disk is full", retryAfter: retryAfter)
    case 423:
      self.init(code: .failed, reason: "the receiver is still at work on an earlier request")
    case 408, 409, 425, 460, 500...599:
      self.init(code: .failed, reason: "the receiver failed (\(response.status))\(said)")
    case 413:
      self.init(code: .refused, reason: "the receiver takes no file of this size (413)\(said)")
    case 415:
      self.init(code: .refused, reason: "the receiver takes no file of this type (415)\(said)")
    case 400...499:
      self.init(code: .refused, reason: "the receiver refuses it (\(response.status))\(said)")
    case 300...399:
      self.init(
        code: .unreachable,
        reason:
          "something else answered, with a redirection (\(response.status)): a log-in page of the network?")
    default:
      self.init(
        code: .unreachable,
        reason:
          "something else answered (\(response.status)): a log-in page of the network, or the wrong address?")
    }
  }

  /// What the receiver says about it in a line of plain text, in brackets; nothing if it says it otherwise.
  private static func words(of response: HTTPResponse) -> String {
    guard response.isBodyComplete, response.body.count <= 300,
      response.headers["Content-Type"]?.lowercased().hasPrefix("text/plain") == true
    else { return "" }
    let line = String(decoding: response.body, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    let words = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return words.isEmpty ? "" : ": \(String(String.UnicodeScalarView(words)))"
  }
}
