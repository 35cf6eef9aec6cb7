import Threading

/// Runs tasks on the thread that waits for them, so that they go on also when every thread of Swift's concurrency
/// is blocked.
final class JobThread: TaskExecutor, @unchecked Sendable {
  // Sendable is unchecked because of the variables. It is safe because they are used only with the lock held.
  private let lock = ConditionLock()
  private var jobs: [UnownedJob] = []
  private var cancel: (@Sendable () -> Void)?
  private var isCancelled = false

  /// Runs `work` to its end on this thread. One call at a time.
  func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
    let box = Box<Result>()
    let task = Task.detached(executorPreference: self) { [self] in
      let result = await work()
      lock.withLock { box.result = result }
      lock.broadcast()
    }
    lock.withLock { cancel = task.cancel }
    if lock.withLock({ isCancelled }) { task.cancel() }
    while true {
      let job: UnownedJob? = lock.withLock {
        while jobs.isEmpty, box.result == nil { lock.wait() }
        return jobs.isEmpty ? nil : jobs.removeFirst()
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if let result = lock.withLock({ box.result }) {
        return result
      }
    }
  }

  /// Cancels the task that runs and all that come; from any thread.
  func cancelAll() {
    let cancel = lock.withLock {
      isCancelled = true
      return self.cancel
    }
    cancel?()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { jobs.append(job) }
    lock.broadcast()
  }
}

/// A place for the result of a task, used only with the lock of its thread held.
private final class Box<Result>: @unchecked Sendable {
  var result: Result?
}
