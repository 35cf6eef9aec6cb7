import Threading

/// Lets code that is not asynchronous call what is.
enum Blocking {
  /// What the work came to. `@unchecked Sendable` is safe because `result` is only touched while `condition`
  /// is locked.
  private final class Outcome<Value: Sendable>: @unchecked Sendable {
    private let condition = ConditionLock()
    private var result: Result<Value, any Error>?

    func set(_ result: Result<Value, any Error>) {
      condition.withLock {
        self.result = result
        condition.signal()
      }
    }

    func wait() -> Result<Value, any Error> {
      condition.withLock {
        while true {
          if let result { return result }
          condition.wait()
        }
      }
    }
  }

  /// Runs `work` on the threads of Swift's concurrency, and waits on this thread, which must not be one of
  /// them.
  ///
  /// - Throws: What `work` throws.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    Task.detached {
      do {
        outcome.set(.success(try await work()))
      } catch {
        outcome.set(.failure(error))
      }
    }
    return try outcome.wait().get()
  }
}
