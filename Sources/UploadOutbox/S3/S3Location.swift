import Transport

/// Where the requests for one bucket go, and the region that they are signed for.
struct S3Location: Sendable, Hashable {
  private(set) var endpoint: S3Endpoint
  private(set) var region: String
  let bucket: String
  let isVirtualHosted: Bool

  init(_ configuration: S3Configuration) {
    endpoint = configuration.endpoint
    region = configuration.region
    bucket = configuration.bucket
    isVirtualHosted =
      switch configuration.addressing {
      case .path: false
      case .virtualHosted: true
      case .automatic: endpoint.amazonDomain != nil && Self.isLabel(bucket)
      }
  }

  /// The host and, unless it is the usual one, the port: what the Host field says.
  var authority: String {
    (isVirtualHosted ? "\(bucket)." : "") + endpoint.host + (endpoint.port.map { ":\($0)" } ?? "")
  }

  /// The path of an object, or of the bucket for `nil`, percent-encoded.
  func path(_ key: String?) -> String {
    let bucketPath = endpoint.path + (isVirtualHosted ? "" : "/\(PercentEncoding.encode(bucket))")
    if let key { return "\(bucketPath)/\(PercentEncoding.encode(key, keeping: "/"))" }
    return bucketPath.isEmpty ? "/" : bucketPath
  }

  /// Where an answer says that the bucket is.
  ///
  /// - Returns: `nil` if it says nothing of the kind, or names a place that is none of this service.
  func redirected(by answer: S3Answer) -> S3Location? {
    let isRedirection = [301, 302, 307, 308].contains(answer.status)
    guard isRedirection || answer.status == 400 else { return nil }
    var next = self
    if let region = answer.headers["x-amz-bucket-region"] ?? answer.fault?.region, Self.isRegion(region),
      region != self.region
    {
      next.region = region
      next.endpoint = endpoint.inRegion(region)
    }
    if isRedirection, next == self, let named = namedEndpoint(answer), endpoint.mayGive(to: named) {
      next.endpoint = named
      if let domain = named.amazonDomain {
        let labels = named.host.dropLast(domain.count + 1).split(separator: ".")
        if labels.count == 2, Self.isRegion(String(labels[1])) { next.region = String(labels[1]) }
      }
    }
    return next == self ? nil : next
  }

  /// The endpoint that a redirection names, without the bucket.
  private func namedEndpoint(_ answer: S3Answer) -> S3Endpoint? {
    let text: String
    if let location = answer.headers["Location"] {
      text = String(location.prefix { $0 != "?" && $0 != "#" })
    } else if let host = answer.fault?.endpoint {
      text = "\(endpoint.scheme)://\(host)"
    } else {
      return nil
    }
    let scheme = text.prefix { $0 != ":" }
    guard text.dropFirst(scheme.count).hasPrefix("://") else { return nil }
    var authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" }
    if isVirtualHosted, authority.hasPrefix("\(bucket).") {
      authority = authority.dropFirst(bucket.count + 1)
    }
    do throws(S3ConfigurationError) {
      return try S3Endpoint("\(scheme)://\(authority)\(endpoint.path)")
    } catch {
      // An address that cannot be used is none.
      return nil
    }
  }

  /// Whether `text` can be the name of a region: it becomes a part of a host name.
  static func isRegion(_ text: String) -> Bool {
    (1...63).contains(text.utf8.count) && text.utf8.allSatisfy(isLowercaseLabelByte)
  }

  /// Whether a bucket's name can be one label of a host name (RFC 1035, 2.3.1), so that certificates fit.
  private static func isLabel(_ text: String) -> Bool {
    (3...63).contains(text.utf8.count) && text.utf8.allSatisfy(isLowercaseLabelByte) && text.first != "-"
      && text.last != "-"
  }

  private static func isLowercaseLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x2D: true
    default: false
    }
  }
}
