import Threading

/// What an attempt came to so far, from whatever thread it is told.
final class AttemptRecord: @unchecked Sendable {
  // Unchecked: the lock guards every variable.
  private let lock = ConditionLock()
  private var sent = 0
  private var confirmed: ClosedRange<Int>?

  /// Bytes that were put on the wire.
  var sentByteCount: Int { lock.withLock { sent } }

  /// Whether the receiver has got more since the attempt began.
  var hasProgress: Bool { lock.withLock { confirmed.map { $0.lowerBound < $0.upperBound } ?? false } }

  func note(_ progress: Delivery.Progress) {
    lock.withLock {
      sent = max(sent, progress.sentByteCount)
      let offset = progress.confirmedOffset
      confirmed = confirmed.map { min($0.lowerBound, offset)...max($0.upperBound, offset) } ?? offset...offset
    }
  }
}
