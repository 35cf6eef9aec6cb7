import Threading

/// The highest of the counts that were noted, from whatever thread.
final class ByteCounter: @unchecked Sendable {
  // Unchecked: the lock guards the only variable.
  private let lock = ConditionLock()
  private var highest = 0

  var count: Int { lock.withLock { highest } }

  func note(_ count: Int) {
    lock.withLock { highest = max(highest, count) }
  }
}
