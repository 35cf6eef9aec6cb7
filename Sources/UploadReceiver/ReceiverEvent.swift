import JSONText

/// Something that happened, for a log.
///
/// It holds no token, no query, nothing of what the sender said of the file, and of an upload's id the first 8 digits.
public struct ReceiverEvent: Sendable {
  /// One JSON object in one line, without a line feed. Its key `event` says what it is.
  public let json: String

  init(_ event: String, _ members: [JSONValue.Member]) {
    json = JSONValue.object([JSONValue.Member("event", .string(event))] + members).line
  }
}
