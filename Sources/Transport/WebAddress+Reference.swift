extension WebAddress {
  /// The address that `reference`, such as a Location field, means seen from here (RFC 3986, 5.2).
  ///
  /// Its fragment is left out.
  ///
  /// - Throws: ``HTTPTransportError`` of code `invalid` if that is no address of `http` or `https`.
  package func resolving(_ reference: String) throws(HTTPTransportError) -> String {
    let reference = String(reference.prefix { $0 != "#" })
    if Self.hasScheme(reference) {
      _ = try WebAddress(reference)
      return reference
    }
    if reference.hasPrefix("//") { return try Self.checked("\(scheme):\(reference)") }
    let origin = "\(scheme)://\(authority)"
    let path = String(target.prefix { $0 != "?" })
    if reference.isEmpty { return origin + target }
    if reference.hasPrefix("?") { return try Self.checked(origin + path + reference) }
    let base = reference.hasPrefix("/") ? "" : path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    let merged = base + reference
    let query = merged.firstIndex(of: "?") ?? merged.endIndex
    return try Self.checked(origin + Self.withoutDots(merged[..<query]) + merged[query...])
  }

  private static func checked(_ text: String) throws(HTTPTransportError) -> String {
    _ = try WebAddress(text)
    return text
  }

  private static func hasScheme(_ reference: String) -> Bool {
    let head = reference.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
    guard head.endIndex < reference.endIndex, reference[head.endIndex] == ":" else { return false }
    return head.first.map { $0.isASCII && $0.isLetter } ?? false
  }

  /// RFC 3986, 5.2.4.
  private static func withoutDots(_ path: Substring) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}
