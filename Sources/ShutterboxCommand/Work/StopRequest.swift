import Synchronization
import Threading

/// The first signal to stop, on its way to a command that ends by itself when it gets one.
final class StopRequest: Sendable {
  private struct State {
    var isAwaited = false
    var signal: CInt?
  }

  private let state = Mutex(State())
  private let changed = ConditionLock()

  /// From now on the first signal is for ``wait(seconds:)`` and does not end the process.
  func await() {
    state.withLock { $0.isAwaited = true }
  }

  /// Hands `signal` over; returns whether it is the first one and somebody waits for it.
  func take(_ signal: CInt) -> Bool {
    changed.withLock {
      defer { changed.broadcast() }
      return state.withLock { state in
        guard state.isAwaited, state.signal == nil else { return false }
        state.signal = signal
        return true
      }
    }
  }

  /// Waits for the signal, for `seconds` at most.
  func wait(seconds: Double) -> CInt? {
    changed.withLock {
      if state.withLock({ $0.signal }) == nil { changed.wait(seconds: seconds) }
      return state.withLock { $0.signal }
    }
  }
}
