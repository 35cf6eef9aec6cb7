/// The server that speaks S3: scheme, host, port, and a path if it does not have the host for itself.
struct S3Endpoint: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// In lower case; an IPv6 address with its brackets.
  let host: String
  /// `nil` for the usual port of the scheme, which no Host field names.
  let port: Int?
  /// Empty, or begins with a slash and does not end with one.
  let path: String

  /// Amazon's service in `region`.
  init(region: String) {
    scheme = "https"
    host = "s3.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")"
    port = nil
    path = ""
  }

  /// Reads `https://host:port/path`.
  ///
  /// - Throws: ``S3ConfigurationError`` for anything else, an address with a user, a query or a fragment too.
  init(_ text: String) throws(S3ConfigurationError) {
    let lowercased = text.lowercased()
    guard let scheme = ["https", "http"].first(where: { lowercased.hasPrefix("\($0)://") }),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw Self.unusable }
    let rest = text.dropFirst(scheme.count + 3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    var path = rest.dropFirst(authority.count)
    while path.last == "/" { path = path.dropLast() }
    guard !path.contains(where: { "?#%\\".contains($0) }),
      !path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().contains(where: {
        $0.isEmpty || $0 == "." || $0 == ".."
      })
    else { throw Self.unusable }
    // The colons of an IPv6 address stand inside of brackets.
    let host: Substring
    if authority.first == "[", let end = authority.firstIndex(of: "]") {
      host = authority[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        throw Self.unusable
      }
    } else {
      host = authority.prefix { $0 != ":" }
      guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else {
        throw Self.unusable
      }
    }
    let port = authority.dropFirst(host.count)
    if port.isEmpty {
      self.port = nil
    } else {
      guard port.first == ":", let number = Int(port.dropFirst()), (1...65_535).contains(number) else {
        throw Self.unusable
      }
      self.port = number == (scheme == "https" ? 443 : 80) ? nil : number
    }
    self.scheme = scheme
    self.host = String(host)
    self.path = String(path)
  }

  /// The end of the host name if this is Amazon's service.
  var amazonDomain: String? {
    ["amazonaws.com", "amazonaws.com.cn"].first { host == $0 || host.hasSuffix(".\($0)") }
  }

  /// The same service in another region, which is a matter of the host name at Amazon's alone.
  func inRegion(_ region: String) -> S3Endpoint {
    guard let amazonDomain, scheme == "https" else { return self }
    let labels = host.dropLast(amazonDomain.count + 1).split(separator: ".")
    let isPlain =
      labels == ["s3"] || labels.count == 2 && labels[0] == "s3"
      || labels.count == 1 && labels[0].hasPrefix("s3-")
    return isPlain ? S3Endpoint(region: region) : self
  }

  /// Whether requests may go to `other` instead because this one's server says so.
  ///
  /// That is a server of the same service: never one with a name of its own, never without encryption if there was
  /// some. A request tells its receiver nothing that signs others, but it does tell it the photo.
  func mayGive(to other: S3Endpoint) -> Bool {
    guard scheme == other.scheme || other.scheme == "https", port == other.port else { return false }
    if let amazonDomain {
      return other.amazonDomain == amazonDomain
        && (other.host.hasPrefix("s3.") || other.host.hasPrefix("s3-"))
    }
    return other.host == host || other.host.hasSuffix(".\(host)") && !host.hasSuffix("]")
  }

  private static let unusable = S3ConfigurationError(
    message: "AWS_ENDPOINT_URL must have the form https://host:port, without user, query and fragment")
}

extension S3Endpoint: CustomStringConvertible {
  var description: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)" }
}
