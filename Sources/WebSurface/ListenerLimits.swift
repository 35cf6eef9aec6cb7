/// What a listener allows a client, so that none can take what all need. Times are in seconds.
public struct ListenerLimits: Sendable, Hashable {
  /// Connections that are open at once. At the limit a slow one makes room for a new one.
  public var connections = 512
  /// Connections that are open at once from one address, which for IPv6 is a network of 64 bits.
  public var connectionsPerAddress = 256
  /// From the first to the last byte of the head of a request, whatever comes in between; for the first request
  /// counted from the connection, so that the handshake of TLS is in it.
  public var headSeconds = 15.0
  /// Between two requests of a connection.
  public var idleSeconds = 30.0
  /// Without a byte in the middle of a body.
  public var bodyPauseSeconds = 15.0
  /// What a body must have on average in each window of ``rateWindowSeconds``, in bytes per second. Any number of
  /// bytes that is less than that ends the connection, however regularly they come.
  public var minimumRate = 1024.0
  public var rateWindowSeconds = 30.0
  /// For a client to take an answer, and as much again for each 32 KiB of it.
  public var answerSeconds = 30.0
  /// The head of a request in bytes, at most 32768; more is answered with 431.
  public var headBytes = 16 << 10
  /// The target of a request in bytes; more is answered with 414.
  public var targetBytes = 4 << 10
  /// Header fields of a request; more are answered with 431.
  public var fieldCount = 64

  public init() {}

  /// How often deadlines have to be looked at.
  var tickSeconds: Double {
    let shortest = min(
      headSeconds, idleSeconds, bodyPauseSeconds, rateWindowSeconds, answerSeconds)
    return max(0.02, min(1, shortest / 4))
  }
}
