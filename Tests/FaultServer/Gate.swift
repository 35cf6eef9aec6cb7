/// What somebody waits at until somebody else opens it. It stays open.
public final class Gate: Sendable {
  private let isOpened = Watched(false)

  public init() {}

  public var isOpen: Bool { isOpened.value }

  public func open() {
    isOpened.change { $0 = true }
  }

  /// Returns when the gate is open, or the task is cancelled.
  public func wait() async {
    await isOpened.wait { $0 }
  }
}
