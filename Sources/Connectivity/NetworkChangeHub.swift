import Threading

/// Hands the states of one watch to any number of subscribers. The watch runs while there are any.
package final class NetworkChangeHub: @unchecked Sendable {
  // Sendable is unchecked because of the variables, each of which is used with the lock held.

  /// Begins to watch; each state goes to `onState`, the first one soon, from any
  /// thread but the one that calls this.
  package typealias Start =
    @Sendable (_ onState: @escaping @Sendable (NetworkState) -> Void) -> any NetworkWatching

  private let start: Start
  private let lock = ConditionLock()
  private var subscribers: [Int: AsyncStream<NetworkState>.Continuation] = [:]
  private var nextSubscriber = 0
  private var watch: (any NetworkWatching)?
  /// Counts the watches, so that what an earlier one still says is told from what this one says.
  private var watchNumber = 0
  private var latest: NetworkState?

  package init(startingWith start: @escaping Start) {
    self.start = start
  }

  deinit { watch?.cancel() }

  package func subscribe() -> AsyncStream<NetworkState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: NetworkState.self, bufferingPolicy: .bufferingNewest(1))
    lock.withLock {
      nextSubscriber += 1
      let number = nextSubscriber
      // The stream keeps the hub, so one that outlives the monitor goes on.
      continuation.onTermination = { _ in self.unsubscribe(number) }
      subscribers[number] = continuation
      if watch == nil { startWatch() }
      // With the lock, so that it cannot come after a later state.
      if let latest { continuation.yield(latest) }
    }
    return stream
  }

  /// To be called with the lock held.
  private func startWatch() {
    watchNumber += 1
    let number = watchNumber
    watch = start { [weak self] in self?.tell($0, from: number) }
  }

  private func unsubscribe(_ number: Int) {
    let idle: (any NetworkWatching)? = lock.withLock {
      subscribers[number] = nil
      guard subscribers.isEmpty else { return nil }
      defer {
        watch = nil
        latest = nil
      }
      return watch
    }
    idle?.cancel()
  }

  private func tell(_ state: NetworkState, from number: Int) {
    let listening = lock.withLock {
      guard number == watchNumber, watch != nil else { return [AsyncStream<NetworkState>.Continuation]() }
      latest = state
      return Array(subscribers.values)
    }
    // Without the lock: a stream that has ended calls back.
    for continuation in listening { continuation.yield(state) }
  }
}

/// Something that watches the network until it is told not to.
package protocol NetworkWatching: Sendable {
  /// Ends it without waiting for its end. May be called more than once.
  func cancel()
}
