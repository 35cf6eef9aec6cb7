import Threading

/// Wakes tasks that have nothing to do.
final class WakeSignal: @unchecked Sendable {
  // Unchecked: the lock guards every variable.
  private let lock = ConditionLock()
  private var count = 0
  private var nextWaiter = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

  /// Rises with each call of ``wake()``.
  var generation: Int { lock.withLock { count } }

  /// Wakes all that wait.
  func wake() {
    let woken = lock.withLock {
      count += 1
      defer { waiters = [:] }
      return Array(waiters.values)
    }
    for waiter in woken { waiter.resume() }
  }

  /// Waits until the next ``wake()``, for as many seconds, or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - generation: What was seen before it was found out that there is nothing to do: a call of ``wake()`` since
  ///     then is not missed.
  ///   - seconds: By a clock that nobody sets; `nil` waits for ever.
  func wait(since generation: Int, seconds: Double?) async {
    if seconds.map({ $0 <= 0 }) ?? false { return }
    let id = lock.withLock {
      nextWaiter += 1
      return nextWaiter
    }
    let timer = seconds.map { seconds in
      Task { [weak self] in
        // Only cancelling ends it early, and then nobody waits any more.
        try? await Task.sleep(for: .seconds(seconds), clock: .continuous)
        self?.resume(id)
      }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = lock.withLock {
          if count != generation || Task.isCancelled { return true }
          waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      resume(id)
    }
    timer?.cancel()
  }

  private func resume(_ id: Int) {
    lock.withLock { waiters.removeValue(forKey: id) }?.resume()
  }
}
