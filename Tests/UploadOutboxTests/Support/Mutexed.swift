import Threading

/// A value that several threads use.
final class Mutexed<Value: Sendable>: @unchecked Sendable {
  // Unchecked: the lock guards the only variable.
  private let lock = ConditionLock()
  private var current: Value

  init(_ value: Value) { current = value }

  var value: Value {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&current) } }
}
