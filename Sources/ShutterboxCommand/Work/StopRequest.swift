import Threading

/// The first signal to stop, on its way to a command that ends by itself when it gets one.
///
/// `@unchecked Sendable` is safe because `isAwaited` and `signal` are only touched while `lock` is held.
final class StopRequest: @unchecked Sendable {
  private let lock = ConditionLock()
  private var isAwaited = false
  private var signal: CInt?

  /// From now on the first signal is for ``wait(seconds:)`` and does not end the process.
  func await() {
    lock.withLock { isAwaited = true }
  }

  /// Hands `signal` over; returns whether it is the first one and somebody waits for it.
  func take(_ signal: CInt) -> Bool {
    lock.withLock {
      guard isAwaited, self.signal == nil else { return false }
      self.signal = signal
      lock.broadcast()
      return true
    }
  }

  /// Waits for the signal, for `seconds` at most.
  func wait(seconds: Double) -> CInt? {
    lock.withLock {
      if signal == nil { lock.wait(seconds: seconds) }
      return signal
    }
  }
}
