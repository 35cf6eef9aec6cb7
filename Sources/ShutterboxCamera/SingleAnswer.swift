import Foundation

/// A continuation that is resumed exactly once: with the first answer, or with a substitute if everybody who could
/// answer has gone.
// Sendable is unchecked because the lock guards the only state that changes.
final class SingleAnswer<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Value, Never>?
  private let substitute: Value

  init(_ continuation: CheckedContinuation<Value, Never>, orElse substitute: Value) {
    self.continuation = continuation
    self.substitute = substitute
  }

  /// Hands over the first answer; what comes later is dropped.
  func resume(_ value: Value) {
    let first = lock.withLock {
      defer { continuation = nil }
      return continuation
    }
    first?.resume(returning: value)
  }

  deinit { continuation?.resume(returning: substitute) }
}
