import Foundation
import Threading
import Transport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that is under way, and what has come of its answer.
final class Exchange: @unchecked Sendable {
  // Sendable is unchecked because of the variables. It is safe because they are used only with the lock held.
  typealias Result = Swift.Result<HTTPResponse, HTTPTransportError>

  private let lock = ConditionLock()
  private var task: URLSessionTask?
  private var finish: (@Sendable (Result) -> Void)?
  private var isCancelled = false
  private var response: HTTPResponse?
  private var bodyByteCount = 0
  private var sentByteCount = 0

  private let host: String
  private let progress: (@Sendable (Int) -> Void)?
  private let deadlines: HTTPRequest.Deadlines
  private let limit: Int
  private let bodyToSendByteCount: Int

  init(_ request: HTTPRequest, host: String, progress: (@Sendable (Int) -> Void)?) {
    self.host = host
    self.progress = progress
    deadlines = request.deadlines
    limit = max(0, request.responseByteLimit)
    bodyToSendByteCount = request.body?.count ?? 0
  }

  /// Starts `task` and waits for its answer. To cancel the waiting task ends it.
  func carry(
    by task: URLSessionTask, _ delegate: SessionDelegate
  ) async throws(HTTPTransportError) -> HTTPResponse {
    let result: Result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        begin(task) { continuation.resume(returning: $0) }
        delegate.begin(self, task)
        task.resume()
      }
    } onCancel: {
      cancel()
    }
    delegate.end(task)
    return try result.get()
  }

  /// `finish` is called exactly once, maybe before this returns.
  private func begin(_ task: URLSessionTask, finish: @escaping @Sendable (Result) -> Void) {
    let isCancelled = lock.withLock {
      self.task = task
      self.finish = finish
      return self.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    lock.withLock { isCancelled = true }
    stop(.failure(HTTPTransportError(code: .cancelled, message: "the request was cancelled")))
  }

  func noteSent(_ count: Int) {
    let isNews = lock.withLock {
      let isNews = count > sentByteCount
      sentByteCount = max(sentByteCount, count)
      return isNews
    }
    if isNews { progress?(count) }
  }

  func take(_ response: URLResponse) {
    let early: Result? = lock.withLock {
      self.response = (response as? HTTPURLResponse).map(Self.translate)
      return earlyResult
    }
    if let early { stop(early) }
  }

  func take(_ data: Data) {
    let result: Result? = lock.withLock {
      guard let wanted = response.map({ limit - $0.body.count }) else { return nil }
      bodyByteCount += data.count
      response?.body.append(data.prefix(wanted))
      guard bodyByteCount > limit else { return earlyResult }
      return answered(isComplete: false)
    }
    if let result { stop(result) }
  }

  func end(with error: (any Error)?, response late: URLResponse?) {
    let result: Result = lock.withLock {
      // Where a request ended with its redirection, its response may be known by the task alone.
      if response == nil { response = (late as? HTTPURLResponse).map(Self.translate) }
      guard let error else { return answered(isComplete: true) }
      // On Linux a request whose challenge is rejected counts as cancelled.
      if response?.status == 401, !isCancelled, (error as? URLError)?.code == .cancelled {
        return answered(isComplete: false)
      }
      // The server answered before it had read the body, and closed.
      if response != nil, sentByteCount < bodyToSendByteCount, (error as? URLError)?.code != .timedOut {
        return answered(isComplete: false)
      }
      return .failure(SessionFailure(error: error, host: host).error(deadlines: deadlines))
    }
    finishOnce(result)
  }

  /// The result of a request whose answer is complete while its body is not sent. With the lock held.
  private var earlyResult: Result? {
    guard let response, sentByteCount < bodyToSendByteCount, response.headers["Transfer-Encoding"] == nil,
      let length = response.headers["Content-Length"].flatMap({ Int($0) }), bodyByteCount >= length
    else { return nil }
    return answered(isComplete: true)
  }

  /// With the lock held.
  private func answered(isComplete: Bool) -> Result {
    guard var response, 200...599 ~= response.status else {
      return .failure(HTTPTransportError(code: .connectionLost, message: "what \(host) answers is not HTTP"))
    }
    response.isBodyComplete = isComplete
    return .success(response)
  }

  /// Finishes, and ends what still goes on.
  private func stop(_ result: Result) {
    finishOnce(result)
    lock.withLock { task }?.cancel()
  }

  private func finishOnce(_ result: Result) {
    let finish = lock.withLock {
      defer { self.finish = nil }
      return self.finish
    }
    finish?(result)
  }

  private static func translate(_ response: HTTPURLResponse) -> HTTPResponse {
    var headers = HTTPHeaders()
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers.append(name, value) }
    }
    return HTTPResponse(status: response.statusCode, headers: headers)
  }
}
