/// Something that happened to a listener, for a log. It holds no path, no header field and no token.
public enum ListenerEvent: Sendable, Hashable {
  /// A request was refused before anybody was asked.
  case malformed(status: Int, reason: String, peer: String)
  /// Connections were closed by the listener since the last of these events, which come once in a second at most.
  case dropped(refused: Int, evicted: Int, timedOut: Int)
  /// The system has no descriptors left for new connections.
  case exhausted
}
