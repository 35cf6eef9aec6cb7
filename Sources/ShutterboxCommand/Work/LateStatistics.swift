import Threading
import WebSurface

/// The statistics of a listener that is started later.
///
/// `@unchecked Sendable` is safe because `listener` is only touched while `lock` is held.
final class LateStatistics: @unchecked Sendable {
  private let lock = ConditionLock()
  // The listener has whoever asks for this.
  private weak var listener: Listener?

  func set(_ listener: Listener) {
    lock.withLock { self.listener = listener }
  }

  /// In the text format of Prometheus; empty before the start.
  @Sendable func text() -> String {
    lock.withLock { listener }?.statistics.metrics ?? ""
  }
}
