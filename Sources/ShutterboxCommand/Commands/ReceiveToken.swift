/// The token that senders must have.
struct ReceiveToken: Sendable {
  let text: String
  /// Whether nobody has set it, so that it must be told.
  let isNew: Bool

  /// It holds what no header field can carry.
  struct Malformed: Error {}

  /// - Parameter configured: Is asked if the command line has none.
  init(_ given: String?, configured: () throws -> String?) throws {
    if let text = try given ?? configured() {
      // A header field could not carry it, so nobody would ever be let in.
      guard ValueKind.token.read(Argument(bytes: text.utf8)) != nil else {
        throw Malformed()
      }
      self.text = text
      isNew = false
    } else {
      // 128 bits of the system's generator.
      text = (0..<2).map { _ in
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined()
      isNew = true
    }
  }
}
