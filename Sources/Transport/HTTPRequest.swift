#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One HTTP request, whole: its body is in memory, since what is sent has been checked piece by piece before.
public struct HTTPRequest: Sendable {
  /// The method, in capitals.
  public var method: String
  /// Where it goes: `http` or `https`, without user, password and fragment.
  public var url: String
  /// The fields, beside those that the transport makes.
  public var headers: HTTPHeaders
  /// The bytes of the body; `nil` sends none, and no Content-Length for methods that need none.
  public var body: Data?
  /// When to give up.
  public var deadlines = Deadlines()
  /// The answer's body is cut off behind as many bytes; `isBodyComplete` says so.
  public var responseByteLimit = 1 << 20
  /// Whether it may go over a network that costs by volume. A transport that can, keeps to this for as long as the
  /// request lasts, also when the network changes.
  public var allowsMeteredNetwork = true

  /// How long what may take.
  public struct Deadlines: Sendable, Hashable {
    /// From the first look-up of the name until the connection stands, TLS included, in seconds.
    public var connect = 20.0
    /// Without a byte in either direction, in seconds. The server's thinking after the last byte counts as well.
    public var idle = 60.0

    /// 20 seconds for the connection, 60 without a byte.
    public init() {}
  }

  /// A request with the usual deadlines.
  public init(_ method: String, _ url: String, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
