import Threading

/// A value that tasks can wait for to become what they want.
final class Watched<Value: Sendable>: @unchecked Sendable {
  // Sendable is unchecked because of the variable. It is safe because it is used only with the lock held.
  private struct Waiter {
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Content {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  private let lock = ConditionLock()
  private var content: Content

  init(_ value: Value) {
    content = Content(value: value)
  }

  var value: Value { lock.withLock { content.value } }

  /// Changes the value and wakes whom it satisfies.
  func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, ready) = lock.withLock {
      let result = body(&content.value)
      let ready = content.waiters.filter { $0.value.condition(content.value) }
      for key in ready.keys { content.waiters[key] = nil }
      return (result, ready.values.map(\.continuation))
    }
    for continuation in ready { continuation.resume() }
    return result
  }

  /// Returns once `condition` is met, or the task is cancelled.
  func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
    let key = lock.withLock {
      content.nextWaiter += 1
      return content.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = lock.withLock {
          if Task.isCancelled || condition(content.value) { return true }
          content.waiters[key] = Waiter(condition: condition, continuation: continuation)
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      lock.withLock { content.waiters.removeValue(forKey: key) }?.continuation.resume()
    }
  }
}
