import Foundation
import Threading

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands what a session tells to the exchange that it is about.
final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Sendable is unchecked because of the variable. It is safe because it is used only with the lock held.
  private let lock = ConditionLock()
  private var exchanges: [Int: Exchange] = [:]
  private var afterEvents: (@Sendable () -> Void)?

  func begin(_ exchange: Exchange, _ task: URLSessionTask) {
    lock.withLock { exchanges[task.taskIdentifier] = exchange }
  }

  func end(_ task: URLSessionTask) {
    lock.withLock { exchanges[task.taskIdentifier] = nil }
  }

  private func exchange(_ task: URLSessionTask) -> Exchange? {
    lock.withLock { exchanges[task.taskIdentifier] }
  }

  /// Calls `completion` once, when the system has told all that a session did while the app was not running.
  func afterEvents(_ completion: @escaping @Sendable () -> Void) {
    let earlier = lock.withLock {
      defer { afterEvents = completion }
      return afterEvents
    }
    earlier?()
  }

  func eventsEnded() {
    let completion = lock.withLock {
      defer { afterEvents = nil }
      return afterEvents
    }
    completion?()
  }

  #if canImport(Darwin)
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { eventsEnded() }
  #endif

  // MARK: URLSessionTaskDelegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // No question is answered but whether the server is the right one; a 401 is the caller's.
    var disposition = URLSession.AuthChallengeDisposition.rejectProtectionSpace
    #if canImport(Darwin)
      // Elsewhere certificates are checked without a question.
      if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
        disposition = .performDefaultHandling
      }
    #endif
    completionHandler(disposition, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(task)?.noteSent(Int(totalBytesSent))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // The error alone says nothing of an answer that was no HTTP.
    exchange(task)?.end(with: error, response: task.response)
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(dataTask)?.take(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(dataTask)?.take(data)
  }
}
