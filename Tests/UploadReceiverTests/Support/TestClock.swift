import Foundation
import Threading

/// A clock that a test sets.
final class TestClock: @unchecked Sendable {
  // Sendable is unchecked because of `time`, which is only touched under the lock.
  private let lock = ConditionLock()
  private var time: Date

  /// Begins with the real time: files have it.
  init(_ time: Date = Date()) {
    self.time = time
  }

  var now: Date { lock.withLock { time } }

  func advance(_ seconds: Double) {
    lock.withLock { time += seconds }
  }
}

/// Lines from several threads.
final class Lines: @unchecked Sendable {
  // As above.
  private let lock = ConditionLock()
  private var lines: [String] = []

  func append(_ line: String) { lock.withLock { lines.append(line) } }

  var all: [String] { lock.withLock { lines } }
}
