import Synchronization

/// A value that tasks can wait for to become what they want.
final class Watched<Value: Sendable>: Sendable {
  private struct Waiter {
    let condition: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Content {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  private let content: Mutex<Content>

  init(_ value: Value) {
    content = Mutex(Content(value: value))
  }

  var value: Value { content.withLock { $0.value } }

  /// Changes the value and wakes whom it satisfies.
  func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, ready) = content.withLock { content in
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
    let key = content.withLock { content in
      content.nextWaiter += 1
      return content.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = content.withLock { content in
          if Task.isCancelled || condition(content.value) { return true }
          content.waiters[key] = Waiter(condition: condition, continuation: continuation)
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      content.withLock { $0.waiters.removeValue(forKey: key) }?.continuation.resume()
    }
  }
}
