#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The final answer to a request: no 1xx. A redirection is an answer like any other and is not followed here.
public struct HTTPResponse: Sendable {
  /// The status code, 200 to 599.
  public var status: Int
  /// The fields of the answer.
  public var headers: HTTPHeaders
  /// The body, or its beginning.
  public var body: Data
  /// Whether `body` is all of it.
  public var isBodyComplete: Bool
  /// Where the answer is from, if redirections were followed: what a relative Location is relative to. `nil` is the
  /// address of the request.
  public var url: String?

  /// An answer.
  public init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), isBodyComplete: Bool = true
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isBodyComplete = isBodyComplete
  }
}
