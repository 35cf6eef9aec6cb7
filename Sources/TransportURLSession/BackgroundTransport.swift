import Threading
public import Transport

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  public import Foundation
#endif

/// Carries requests with URLSession, and those that send bytes with a session of the system once the app has handed
/// them over: it goes on while the app is suspended, and after the system has ended it.
///
///     let transport = BackgroundTransport(identifier: "outbox", bodies: folder)
///     // When the app leaves the front, and when it is back:
///     transport.handOver()
///     transport.takeBack()
///
/// What is handed over are requests, not the queue: the outbox decides in each case what comes next, as soon as the
/// system gives it time, and strikes off on proof alone. The system promises nothing of when it sends. What an earlier
/// process handed over and did not see end is cancelled, and goes on where the receiver is.
///
/// The session of the system follows redirections by itself, which an address of an upload should not have.
public final class BackgroundTransport: HTTPTransport {
  /// How long the system may take for one request before it counts as failed, in seconds.
  public static let secondsPerRequest = 3600.0

  private let foreground = URLSessionTransport()
  private let session: URLSession
  private let delegate = SessionDelegate()
  private let bodies: BodyFolder
  private let isHandedOver = SharedFlag()
  private let isReady: Task<Void, Never>

  #if canImport(Darwin)
    /// - Parameters:
    ///   - identifier: The name of the session, the same in each run of the app and of nothing else in it.
    ///   - bodies: A folder of its own for what is being sent, outside of caches that the system empties. It is made
    ///     when it is needed, and its files are deleted.
    public convenience init(identifier: String, bodies: URL) {
      let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
      configuration.sessionSendsLaunchEvents = true
      configuration.isDiscretionary = false
      self.init(configuration, bodies: bodies)
    }

    /// Calls `completion` when the session has told all that happened while the app was not running.
    ///
    /// It is what `application(_:handleEventsForBackgroundURLSession:completionHandler:)` gets. Until then the app has
    /// time to let the outbox go on.
    public func afterEvents(_ completion: @escaping @Sendable () -> Void) {
      delegate.afterEvents(completion)
    }
  #endif

  init(_ configuration: URLSessionConfiguration, bodies: URL) {
    configuration.timeoutIntervalForResource = Self.secondsPerRequest
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    let folder = BodyFolder(bodies)
    self.bodies = folder
    isReady = Task { [session] in
      await withCheckedContinuation { done in
        session.getAllTasks { tasks in
          for task in tasks { task.cancel() }
          done.resume()
        }
      }
      folder.removeAll()
    }
  }

  deinit {
    // A session holds its delegate until then.
    session.finishTasksAndInvalidate()
  }

  /// From now on requests that send bytes are the system's to carry. Those under way stay where they are.
  public func handOver() { isHandedOver.value = true }

  /// From now on requests are carried by the app itself, which is faster. Those under way stay where they are.
  public func takeBack() { isHandedOver.value = false }

  public func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    guard let body = request.body, !body.isEmpty, isHandedOver.value else {
      return try await foreground.response(to: request, progress: progress)
    }
    let address = try request.checkedAddress()
    let translated = try URLSessionTransport.translate(request)
    await isReady.value
    let file = try bodies.write(body)
    defer { bodies.remove(file) }
    let exchange = Exchange(request, host: address.authority, progress: progress)
    return try await exchange.carry(by: session.uploadTask(with: translated, fromFile: file), delegate)
  }
}

/// A yes or no that threads share.
// Not a Mutex, which iOS has since its version 18.
private final class SharedFlag: @unchecked Sendable {
  // Sendable is unchecked because of the variable. It is safe because it is used only with the lock held.
  private let lock = ConditionLock()
  private var isSet = false

  var value: Bool {
    get { lock.withLock { isSet } }
    set { lock.withLock { isSet = newValue } }
  }
}
