import Threading

/// Whether the receiver has got more in the course of an attempt.
final class ConfirmedProgress: @unchecked Sendable {
  // Unchecked: the lock guards the only variable.
  private let lock = ConditionLock()
  private var range: ClosedRange<Int>?

  var hasRisen: Bool { lock.withLock { range.map { $0.lowerBound < $0.upperBound } ?? false } }

  /// Takes what the receiver has said it has.
  func note(_ offset: Int) {
    lock.withLock {
      range = range.map { min($0.lowerBound, offset)...max($0.upperBound, offset) } ?? offset...offset
    }
  }
}
