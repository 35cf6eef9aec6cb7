import Hashing

/// Who may ask.
struct AccessControl: Sendable {
  /// The SHA-256 of the token: so the comparison takes the same time whatever its length and content.
  private let token: SHA256Digest?
  /// Whether the token is empty, which somebody forgot to set: then nobody has it.
  private let isClosed: Bool
  /// In lower case.
  private let hosts: Set<String>?

  init(token: String?, hosts: Set<String>?) {
    self.token = token.map { Self.digest($0[...]) }
    isClosed = token?.isEmpty ?? false
    self.hosts = hosts.map { Set($0.map { $0.lowercased() }) }
  }

  /// Refuses a request that comes by a name that is not the receiver's, or from another site's page.
  ///
  /// A browser can be made to send requests to any address. One that was told a wrong address for a foreign name (DNS
  /// rebinding) says so in `Host`; one that shows a foreign page says so in `Origin`.
  func checkOrigin(of request: ReceiverRequest) throws(RequestError) {
    let names = request.values("Host")
    guard names.count == 1, !names[0].isEmpty else {
      throw RequestError(400, "a request needs one Host header")
    }
    let host = Self.normalized(names[0][...], isSecure: request.isSecure)
    if let hosts, !hosts.contains(host) {
      throw RequestError(421, "this receiver does not have the name that Host gives")
    }
    for origin in request.values("Origin") {
      guard isOwn(origin.lowercased(), host: host, isSecure: request.isSecure) else {
        throw RequestError(403, "requests from pages of other sites are not served")
      }
    }
  }

  private func isOwn(_ origin: String, host: String, isSecure: Bool) -> Bool {
    if origin.hasPrefix("https://") {
      // Also where something in front of the receiver does the TLS.
      return Self.normalized(origin.dropFirst(8), isSecure: true) == host
    }
    return !isSecure && origin.hasPrefix("http://")
      && Self.normalized(origin.dropFirst(7), isSecure: false) == host
  }

  /// `host` in lower case and without the port that is the scheme's own.
  private static func normalized(_ host: Substring, isSecure: Bool) -> String {
    let host = host.lowercased()
    let port = isSecure ? ":443" : ":80"
    return host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
  }

  /// Refuses a request without the token, if there is one (RFC 6750).
  func checkToken(of request: ReceiverRequest) throws(RequestError) {
    guard let token else { return }
    let fields = request.values("Authorization")
    // All of this is done whatever came, so that the time tells nothing.
    let field = fields.count == 1 ? fields[0] : ""
    let scheme = field.prefix(7)
    let given = Self.digest(field.dropFirst(7).trimmingSpaces)
    let difference = zip(given.bytes, token.bytes).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 }
    guard scheme.lowercased() == "bearer ", difference == 0, !isClosed else {
      throw RequestError(401, "the token is missing or wrong")
        .adding("WWW-Authenticate", #"Bearer realm="shutterbox""#)
    }
  }

  private static func digest(_ text: Substring) -> SHA256Digest {
    Array(text.utf8).withUnsafeBytes { SHA256Digest(of: $0) }
  }
}
