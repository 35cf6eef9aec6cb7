import Threading

/// How many bytes of files may be in memory at once. Who wants more than are free waits for those who came earlier.
final class ByteBudget: @unchecked Sendable {
  // Unchecked: the lock guards every variable.
  private let lock = ConditionLock()
  private let limit: Int
  private var taken = 0
  private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// How many callers wait for their turn.
  var waitingCount: Int { lock.withLock { waiting.count } }

  /// Takes as many bytes, or all of them where there never are so many.
  ///
  /// - Returns: What is to be given back.
  func take(_ count: Int) async -> Int {
    let count = min(count, limit)
    await withCheckedContinuation { continuation in
      let isFree = lock.withLock {
        guard waiting.isEmpty, taken + count <= limit else {
          waiting.append((count, continuation))
          return false
        }
        taken += count
        return true
      }
      if isFree { continuation.resume() }
    }
    return count
  }

  func giveBack(_ count: Int) {
    let served = lock.withLock {
      taken -= count
      var served: [CheckedContinuation<Void, Never>] = []
      while let first = waiting.first, taken + first.count <= limit {
        taken += first.count
        served.append(waiting.removeFirst().continuation)
      }
      return served
    }
    for continuation in served { continuation.resume() }
  }
}
