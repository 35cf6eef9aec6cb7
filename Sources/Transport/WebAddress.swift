/// The parts of an `http` or `https` address (RFC 3986) that count on the way to its server.
package struct WebAddress: Sendable, Hashable {
  /// `http` or `https`.
  package let scheme: String
  /// In small letters; an IPv6 address is in brackets.
  package let host: String
  package let port: Int
  /// Path and query, byte for byte as they were written; at least `/`.
  package let target: String

  /// Takes an absolute address apart.
  ///
  /// What could not be sent as it is, such as a space or a letter outside of ASCII, is refused instead of being
  /// encoded: signatures are made of the bytes that were given.
  ///
  /// - Throws: ``HTTPTransportError`` of code `invalid`, with a message that does not repeat the address.
  package init(_ text: String) throws(HTTPTransportError) {
    guard let colon = text.firstRange(of: "://") else { throw Self.invalid("has no scheme and host") }
    scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { throw Self.invalid("is neither http nor https") }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.contains("@") else { throw Self.invalid("must not have a user or a password") }
    (host, port) = try Self.split(authority, defaultPort: scheme == "http" ? 80 : 443)
    target = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    try Self.check(target)
  }

  /// Whether both are the same scheme, host and port.
  package func hasSameOrigin(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Host and port without what is understood, as in a `Host` field.
  package var authority: String {
    port == (scheme == "http" ? 80 : 443) ? host : "\(host):\(port)"
  }

  private static func split(
    _ authority: Substring, defaultPort: Int
  ) throws(HTTPTransportError) -> (host: String, port: Int) {
    let host: Substring
    var rest: Substring
    if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
      host = authority[...bracket]
      rest = authority[authority.index(after: bracket)...]
      guard host.count > 3, host.dropFirst().dropLast().utf8.allSatisfy(isAddressByte) else {
        throw invalid("has no proper IPv6 address")
      }
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority[host.endIndex...]
      guard host.utf8.allSatisfy(isNameByte) else { throw invalid("has a host with letters of no host") }
    }
    guard !host.isEmpty else { throw invalid("has no host") }
    guard !rest.isEmpty else { return (host.lowercased(), defaultPort) }
    guard rest.removeFirst() == ":" else { throw invalid("has no proper host") }
    // An empty port means the usual one (RFC 3986, 3.2.3).
    guard !rest.isEmpty else { return (host.lowercased(), defaultPort) }
    guard rest.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let port = Int(rest),
      1...65535 ~= port
    else { throw invalid("has no proper port") }
    return (host.lowercased(), port)
  }

  private static func check(_ target: String) throws(HTTPTransportError) {
    guard !target.utf8.contains(UInt8(ascii: "#")) else { throw invalid("must not have a fragment") }
    let bytes = Array(target.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "%") {
        guard bytes.count > index + 2, isHexDigit(bytes[index + 1]), isHexDigit(bytes[index + 2]) else {
          throw invalid("has a % without two digits behind it")
        }
      } else if !isTargetByte(byte) {
        throw invalid("has a character that must be encoded")
      }
    }
  }

  private static func invalid(_ what: String) -> HTTPTransportError {
    HTTPTransportError(code: .invalid, message: "the address \(what)")
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    isHexDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~".utf8.contains(byte)
  }

  /// Unreserved characters, sub-delimiters and what else paths and queries may hold (RFC 3986, 3.3 and 3.4).
  private static func isTargetByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
