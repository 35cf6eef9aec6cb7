import PhotoPipeline
import Threading

/// Shows a progress bar on the terminal while work takes long, from a thread of its own.
///
/// `@unchecked Sendable` is safe because `done` and `isFinished` are only touched while `condition` is
/// locked, and `thread` only by the owner.
final class ProgressDisplay: @unchecked Sendable {
  /// Work that is done sooner shows no bar.
  static let delay = Duration.seconds(0.5)

  private let console: Console
  private let total: Int
  /// How many bytes there are in all; `nil` where only items are counted.
  private let totalByteCount: Int?
  private let condition = ConditionLock()
  private var done = Done()
  private var isFinished = false
  private var thread: WorkerThread?

  /// Starts to wait; shows nothing at all where nobody would see it.
  init(console: Console, total: Int, byteCount: Int? = nil) {
    self.console = console
    self.total = total
    totalByteCount = byteCount
    if console.showsProgress { thread = WorkerThread { [self] in run() } }
  }

  /// Counts one more item as done.
  func advance() { update { $0.count += 1 } }

  /// Counts `count` items as done in all, and as many bytes.
  func advance(to count: Int, byteCount: Int = 0) {
    update { $0 = Done(count: count, byteCount: byteCount) }
  }

  private struct Done: Equatable {
    var count = 0
    var byteCount = 0
  }

  private func update(_ change: (inout Done) -> Void) {
    condition.lock()
    change(&done)
    condition.signal()
    condition.unlock()
  }

  /// Removes the bar for good.
  func finish() {
    condition.lock()
    isFinished = true
    condition.signal()
    condition.unlock()
    thread?.join()
    thread = nil
  }

  private func run() {
    let start = ContinuousClock.now + Self.delay
    condition.lock()
    while !isFinished {
      let rest = start - .now
      if rest > .zero {
        condition.wait(seconds: rest / .seconds(1))
      } else {
        let done = done
        condition.unlock()
        console.draw(
          bar: ProgressBar.text(
            done: done.count, total: total, bytes: totalByteCount.map { (done.byteCount, $0) },
            columns: console.columns, colored: console.usesColor))
        condition.lock()
        if done == self.done && !isFinished { condition.wait() }
      }
    }
    condition.unlock()
    console.draw(bar: "")
  }
}
