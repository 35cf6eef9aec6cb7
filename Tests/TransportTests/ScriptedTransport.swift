import Synchronization
import Transport

/// Answers by a closure, and remembers what it was asked.
final class ScriptedTransport: HTTPTransport {
  private let asked = Mutex<[HTTPRequest]>([])
  private let answer: @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse

  init(_ answer: @escaping @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse) {
    self.answer = answer
  }

  var requests: [HTTPRequest] { asked.withLock { $0 } }

  func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    asked.withLock { $0.append(request) }
    let count = request.body?.count ?? 0
    progress?(count / 2)
    progress?(count)
    return try await answer(request)
  }
}
