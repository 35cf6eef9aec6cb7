import Synchronization
import WebSurface

/// The statistics of a listener that is started later.
final class LateStatistics: Sendable {
  private let listener = Mutex<Listener?>(nil)

  func set(_ listener: Listener) { self.listener.withLock { $0 = listener } }

  @Sendable func text() -> String { listener.withLock { $0?.statistics.metrics } ?? "" }
}
