/// Why a listener could not be started.
public struct ListenerError: Error, Sendable, Hashable {
  /// What kind of failure it was. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case address
      case inUse = "in_use"
      case permissionDenied = "permission_denied"
      case library
      case certificate
      case io
    }

    private let kind: Kind

    /// The address is no numeric one, or none of this machine.
    public static let address = Code(kind: .address)
    /// Something listens there already.
    public static let inUse = Code(kind: .inUse)
    /// The system refuses this user that port.
    public static let permissionDenied = Code(kind: .permissionDenied)
    /// libmicrohttpd or GnuTLS is not installed, or cannot do what is asked.
    public static let library = Code(kind: .library)
    /// A certificate or its key cannot be used.
    public static let certificate = Code(kind: .certificate)
    /// Any other failure of the system.
    public static let io = Code(kind: .io)

    public var description: String { kind.rawValue }
  }

  public let code: Code
  /// One sentence in lower case and without a full stop.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension ListenerError: CustomStringConvertible {
  public var description: String { message }
}
