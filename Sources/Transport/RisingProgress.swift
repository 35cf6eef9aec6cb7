import Threading

/// Reports the progress of a request that is sent more than once, as if it were one: it never falls.
final class RisingProgress: @unchecked Sendable {
  // Sendable is unchecked because of the variable. It is safe because it is used only with the lock held.
  private let lock = ConditionLock()
  private var highest = 0
  private let handler: @Sendable (Int) -> Void

  init(_ handler: @escaping @Sendable (Int) -> Void) {
    self.handler = handler
  }

  func report(_ count: Int) {
    let isNews = lock.withLock {
      let isNews = count > highest
      highest = max(highest, count)
      return isNews
    }
    if isNews { handler(count) }
  }
}
