import Transport

extension WebAddress {
  /// Whether it is on this machine.
  var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
  }

  /// The address that a `Location` in an answer from here means.
  ///
  /// A server behind a proxy often believes that it was asked by plain HTTP, and names itself so; the answer came by
  /// TLS, and what follows goes by TLS as well.
  ///
  /// - Returns: `nil` for what is no address, or would lead from TLS to another server without it.
  func following(location: String) -> String? {
    // What makes no sense is as good as no address; the caller says so.
    guard let text = try? resolving(location), let address = try? WebAddress(text) else { return nil }
    guard scheme == "https", address.scheme == "http" else { return text }
    return address.host == host ? "https" + text.dropFirst(4) : nil
  }
}
