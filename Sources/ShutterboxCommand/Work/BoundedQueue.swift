import PhotoPipeline
import Threading

/// A queue between threads that makes the giver wait while it is full.
///
/// `@unchecked Sendable` is safe because the elements are only touched while `condition` is locked.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let condition = ConditionLock()
  private var elements: [Element] = []
  private var isClosed = false

  /// - Parameter capacity: How many elements may wait, at least 1.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Adds an element, and waits for room first.
  func push(_ element: Element) {
    condition.lock()
    while elements.count >= capacity { condition.wait() }
    elements.append(element)
    condition.broadcast()
    condition.unlock()
  }

  /// Takes the oldest element, and waits for one first; `nil` once the queue is closed and empty.
  func pop() -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while elements.isEmpty {
      if isClosed { return nil }
      condition.wait()
    }
    condition.broadcast()
    return elements.removeFirst()
  }

  /// Says that no element will come any more.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
