#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The address of a server: an `http` or `https` URL with a host.
struct ServerAddress {
  private let url: URL

  /// - Returns: `nil` for anything else, and for an address that carries a password.
  init?(_ text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty,
      scheme == "http" || scheme == "https", url.user == nil, url.password == nil
    else { return nil }
    self.url = url
  }

  /// Whether it is on this machine.
  var isLoopback: Bool {
    let host = url.host?.lowercased() ?? ""
    return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
      || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
  }

  /// The address that a `Location` in an answer from here means.
  ///
  /// A server behind a proxy often believes that it was asked by plain HTTP, and names itself so; the answer came by
  /// TLS, and what follows goes by TLS as well.
  func resolving(_ location: String) -> String? {
    guard let resolved = URL(string: location, relativeTo: url)?.absoluteURL,
      let other = ServerAddress(resolved.absoluteString)
    else { return nil }
    let text = other.url.absoluteString
    guard url.scheme?.lowercased() == "https", other.url.scheme?.lowercased() == "http" else { return text }
    let isSameHost = other.url.host?.lowercased() == url.host?.lowercased()
    return isSameHost ? "https" + text.dropFirst(4) : nil
  }
}
