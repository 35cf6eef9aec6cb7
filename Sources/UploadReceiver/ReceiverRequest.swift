/// The head of a request, as the listener read it: nothing of it has been believed yet.
public struct ReceiverRequest: Sendable {
  /// The method, as it was written.
  public let method: String
  /// The path of the target, percent-encoding and all, without the query.
  public let path: String
  /// Header fields in order. A name may come more than once.
  public let headers: [(name: String, value: String)]
  /// Whether it came over TLS.
  public let isSecure: Bool

  public init(method: String, path: String, headers: [(name: String, value: String)], isSecure: Bool = false)
  {
    self.method = method
    self.path = path
    self.headers = headers
    self.isSecure = isSecure
  }

  /// The values of all fields called `name`, which is compared without regard to case.
  public func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return headers.filter { $0.name.lowercased() == name }.map(\.value)
  }
}
