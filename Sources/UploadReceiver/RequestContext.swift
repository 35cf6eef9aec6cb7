import JSONText

/// What an answer needs to know of its request.
struct RequestContext: Sendable {
  /// The method for counters and logs: one of a few words, whatever was sent.
  let method: String
  /// Whether the answer has no body.
  let isHead: Bool
  /// Whether it is for the tus server, whose answers bear its version.
  let isTus: Bool
  /// Whether a body may follow the head.
  let mayHaveBody: Bool
  /// What of the upload's id may be logged.
  var upload: String?
  private let start = ContinuousClock.now

  init(_ request: ReceiverRequest, path: String) {
    let overrides = request.values("X-HTTP-Method-Override")
    isTus = request.path == path || request.path.hasPrefix(path + "/")
    let name = isTus ? overrides.first ?? request.method : request.method
    method = Self.methods.contains(name) ? name : "other"
    isHead = name == "HEAD" || request.method == "HEAD"
    mayHaveBody =
      request.values("Content-Length").contains { $0 != "0" } || !request.values("Transfer-Encoding").isEmpty
  }

  private static let methods: Set<String> = ["OPTIONS", "POST", "HEAD", "PATCH", "DELETE", "GET"]

  /// How long the request has taken so far, in seconds, to the microsecond.
  var seconds: Double {
    let (seconds, fraction) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(fraction / 1_000_000_000_000) / 1e6
  }
}
