public import Transport

/// Which bucket, where, and how it is talked to.
public struct S3Configuration: Sendable, Hashable {
  /// Where the name of the bucket is put.
  public enum Addressing: Sendable, Hashable {
    /// Into the host name at Amazon's own service if the bucket's name can be one label of it, else into the path.
    case automatic
    /// `https://host/bucket/key`.
    case path
    /// `https://bucket.host/key`.
    case virtualHosted
  }

  /// The name of the bucket.
  public let bucket: String
  /// What the keys of all objects begin with, without a slash at either end; may be empty.
  public let prefix: String
  let endpoint: S3Endpoint
  let hasOwnEndpoint: Bool
  let region: String
  let credentials: S3Credentials
  /// Whether the bucket is in the host or in the path.
  public var addressing = Addressing.automatic
  /// Files of fewer bytes are sent in one request, and are in memory as a whole meanwhile. Default: 16 MiB.
  public var singleRequestByteLimit = 16 << 20
  /// Whether a network that costs by volume may be used. Default: yes.
  public var allowsMeteredNetwork = true
  /// How long a request may take. Default: as for every request.
  public var deadlines = HTTPRequest.Deadlines()

  /// Values as they stand in the environment. An empty one counts as missing.
  ///
  /// - Parameters:
  ///   - credentials: The keys.
  ///   - address: `s3://bucket` or `s3://bucket/prefix`.
  ///   - endpoint: `AWS_ENDPOINT_URL`, such as `https://storage.example:9000`; `nil` for Amazon's service.
  ///   - region: `AWS_REGION`. Default: `us-east-1`.
  /// - Throws: ``S3ConfigurationError`` if one of them cannot be used.
  public init(
    _ address: String, endpoint: String? = nil, region: String? = nil, credentials: S3Credentials
  ) throws(S3ConfigurationError) {
    (bucket, prefix) = try Self.parse(address)
    guard !credentials.accessKeyID.isEmpty, !credentials.secretAccessKey.isEmpty,
      credentials.accessKeyID.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2F && $0 != 0x2C })
    else {
      throw S3ConfigurationError(
        message: "the keys of S3 are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
    }
    self.credentials = credentials
    let given = region.flatMap { $0.isEmpty ? nil : $0 } ?? "us-east-1"
    guard S3Location.isRegion(given) else {
      throw S3ConfigurationError(message: "AWS_REGION is no name of a region, such as eu-central-1")
    }
    self.region = given
    if let endpoint, !endpoint.isEmpty {
      self.endpoint = try S3Endpoint(endpoint)
      hasOwnEndpoint = true
    } else {
      self.endpoint = S3Endpoint(region: given)
      hasOwnEndpoint = false
    }
  }

  /// Takes `s3://bucket/prefix` apart.
  private static func parse(
    _ address: String
  ) throws(S3ConfigurationError) -> (bucket: String, prefix: String) {
    guard address.lowercased().hasPrefix("s3://") else {
      throw S3ConfigurationError(message: "an address of S3 has the form s3://bucket/prefix")
    }
    let rest = address.dropFirst(5)
    let bucket = String(rest.prefix { $0 != "/" })
    let isName = bucket.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    guard isName, (1...255).contains(bucket.utf8.count), bucket != ".", bucket != ".." else {
      throw S3ConfigurationError(
        message: "the bucket's name must consist of letters, digits, points and dashes: s3://bucket/prefix")
    }
    var prefix = rest.dropFirst(bucket.count)[...]
    while prefix.first == "/" { prefix = prefix.dropFirst() }
    while prefix.last == "/" { prefix = prefix.dropLast() }
    let segments = prefix.split(separator: "/", omittingEmptySubsequences: false)
    // A key has at most 1024 bytes, and two ids and what ties them together come behind the prefix. Programs on the
    // way, and some servers, take `.`, `..` and `//` out of addresses.
    guard prefix.utf8.count <= 900,
      !prefix.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
      prefix.isEmpty || !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
    else {
      throw S3ConfigurationError(
        message: "the prefix behind the bucket must be a plain path of at most 900 bytes: s3://bucket/prefix")
    }
    return (bucket, String(prefix))
  }
}
