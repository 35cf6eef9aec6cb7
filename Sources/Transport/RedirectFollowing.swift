/// Follows redirections, for a transport that does not.
///
/// A 307 or 308 is followed whatever the method, with the body; a 301, 302 or 303 only for GET and HEAD, since others
/// would turn into a GET. At most five are followed, never from https to http, and only to addresses of http and
/// https without a user. What is not followed is the answer.
///
/// When scheme, host or port change, `Authorization`, `Cookie`, `Proxy-Authorization` and `Host` are left out, and
/// the fields that the maker of this object named, for the rest of the way. The deadlines count for each request.
public struct RedirectFollowing: HTTPTransport {
  /// How many redirections are followed.
  public static let maximumCount = 5

  private static let privateNames: Set<String> = ["authorization", "cookie", "proxy-authorization", "host"]

  private let transport: any HTTPTransport
  private let privateNames: Set<String>

  /// - Parameter transport: What carries the requests.
  /// - Parameter privateHeaders: Names of further fields that are meant for the first server alone.
  public init(_ transport: any HTTPTransport, privateHeaders: [String] = []) {
    self.transport = transport
    privateNames = Self.privateNames.union(privateHeaders.map { $0.lowercased() })
  }

  public func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    let rising = progress.map { RisingProgress($0) }
    var request = request
    var response = try await transport.response(to: request, progress: rising?.report)
    for _ in 1...Self.maximumCount {
      guard let next = next(after: response, to: request) else { return response }
      request = next
      response = try await transport.response(to: request, progress: rising?.report)
      if response.url == nil { response.url = request.url }
    }
    return response
  }

  /// The request that a redirection leads to, if it is to be followed.
  private func next(after response: HTTPResponse, to request: HTTPRequest) -> HTTPRequest? {
    let isSafe = request.method == "GET" || request.method == "HEAD"
    switch response.status {
    case 307, 308: break
    case 301, 302, 303: guard isSafe else { return nil }
    default: return nil
    }
    // A Location that makes no sense leaves the redirection as the answer, for the caller to judge.
    guard let location = response.headers["Location"], let old = try? WebAddress(request.url),
      let url = try? old.resolving(location), let new = try? WebAddress(url),
      old.scheme == new.scheme || new.scheme == "https"
    else { return nil }
    var next = request
    next.url = url
    if !new.hasSameOrigin(as: old) {
      next.headers = HTTPHeaders()
      for field in request.headers.fields where !privateNames.contains(field.name.lowercased()) {
        next.headers.append(field.name, field.value)
      }
    }
    return next
  }
}
