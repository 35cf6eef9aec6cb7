/// Why a request got no answer.
public struct HTTPTransportError: Error, Sendable, Hashable {
  /// What kind of failure it was. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case offline, nameNotFound, refused, untrusted, timedOut, connectionLost, metered, cancelled, invalid,
        unavailable, storage
    }

    private let kind: Kind

    /// No network leads there.
    public static let offline = Code(kind: .offline)
    /// The name of the server cannot be looked up.
    public static let nameNotFound = Code(kind: .nameNotFound)
    /// Nothing listens there, or the connection could not be made.
    public static let refused = Code(kind: .refused)
    /// TLS failed: the certificate is not to be trusted, or no common version.
    public static let untrusted = Code(kind: .untrusted)
    /// A deadline of the request passed.
    public static let timedOut = Code(kind: .timedOut)
    /// The connection ended before the answer was complete, or what came was not HTTP.
    public static let connectionLost = Code(kind: .connectionLost)
    /// Only a network that costs by volume leads there, and the request may not use it.
    public static let metered = Code(kind: .metered)
    /// The task was cancelled.
    public static let cancelled = Code(kind: .cancelled)
    /// The request makes no sense, such as an address without a host.
    public static let invalid = Code(kind: .invalid)
    /// What the transport needs is not installed.
    public static let unavailable = Code(kind: .unavailable)
    /// What is to be sent could not be stored where the transport takes it from, for instance because the disk is full.
    public static let storage = Code(kind: .storage)

    public var description: String { kind.rawValue }

    /// Whether a network that is down explains it, so that other requests to the same server would fail as well.
    public var isNetworkLoss: Bool {
      switch kind {
      case .offline, .nameNotFound, .refused, .metered: true
      default: false
      }
    }
  }

  /// What kind of failure it was.
  public let code: Code
  /// One sentence in lower case and without a full stop, free of addresses that carry secrets.
  public let message: String

  /// A failure.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }
}

extension HTTPTransportError: CustomStringConvertible {
  public var description: String { message }
}
