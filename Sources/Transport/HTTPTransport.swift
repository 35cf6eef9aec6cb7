/// What carries requests to servers and brings their answers back.
///
/// A transport keeps connections open between requests, keeps no cookies and no cache, follows no redirection,
/// answers no challenge by itself, checks certificates against the system's authorities, and writes nothing down.
/// Several requests may be under way at once.
public protocol HTTPTransport: Sendable {
  /// Sends `request` and waits for its answer. To cancel the task ends the request.
  ///
  /// An answer that comes before the whole body was sent is the answer; the rest of the body is not sent.
  ///
  /// - Parameter request: The request, with its whole body.
  /// - Parameter progress: Gets how many bytes of the body were handed to the system so far, rising, from any thread.
  /// - Throws: ``HTTPTransportError`` if there is no answer. Every status is an answer and no error.
  func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse
}

extension HTTPTransport {
  /// As `response(to:progress:)`, without telling how far it is.
  public func response(to request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
    try await response(to: request, progress: nil)
  }
}
