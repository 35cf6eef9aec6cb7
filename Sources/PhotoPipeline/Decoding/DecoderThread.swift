import Threading

/// Decodes ahead on a thread of its own, as far as the window has room.
///
/// Waking a thread costs as much as decoding a group, so whoever has to wait waits for a batch of
/// groups.
final class DecoderThread: RowGroupFeed, @unchecked Sendable {
  // Sendable is unchecked because of the variables below. It is safe because they are only touched
  // under `condition`, but for `known`, which only the asking thread uses.

  private let condition = ConditionLock()
  /// The groups of the picture.
  private let count: Int
  /// The groups that a waiting thread is woken for.
  private let batch: Int
  private let capacity: Int
  private var thread: WorkerThread?
  private var produced = 0
  private var released = 0
  /// How many groups must be there before the asking thread is woken; `nil` while it does not wait.
  private var wanted: Int?
  private var isWaitingForRoom = false
  private var failure: (any Error)?
  private var isCancelled = false
  private var hasEnded = false
  /// How many groups the asking thread knows to be there.
  private var known = 0

  /// Starts to decode the `count` groups of a picture, or returns `nil` if the system has no thread to give.
  ///
  /// - Parameter batch: The groups that a waiting thread is woken for. The window must have room for
  ///   that many beside those that are required at once.
  init?(_ decoder: any PictureDecoder, into window: RowWindow, count: Int, batch: Int) {
    self.count = count
    self.batch = batch
    capacity = window.capacity
    guard let thread = WorkerThread({ [self] in decode(decoder, into: window) }) else { return nil }
    self.thread = thread
  }

  private func decode(_ decoder: any PictureDecoder, into window: RowWindow) {
    do {
      try decoder.start()
      for index in 0..<count {
        guard waitForRoom(for: index) else { break }
        try decoder.readGroup(index, into: window)
        announce(index + 1)
      }
      end(with: nil)
    } catch {
      end(with: error)
    }
  }

  func require(_ index: Int) throws {
    if known > index { return }
    condition.lock()
    defer { condition.unlock() }
    if produced <= index {
      let wanted = min(index + batch, count)
      self.wanted = wanted
      while produced < wanted, !hasEnded { condition.wait() }
      self.wanted = nil
    }
    known = produced
    if produced <= index, let failure { throw failure }
  }

  func release(before index: Int) {
    condition.lock()
    defer { condition.unlock() }
    guard index > released else { return }
    released = index
    if isWaitingForRoom, hasRoomForBatch { condition.signal() }
  }

  /// Ends the thread and returns when it no longer touches the decoder or the window.
  func stop() {
    condition.withLock {
      isCancelled = true
      condition.signal()
    }
    thread?.join()
    thread = nil
  }

  private var hasRoomForBatch: Bool {
    min(produced + batch, count) - released <= capacity
  }

  /// Returns whether group `index` may be decoded: `false` when nobody wants it any more.
  private func waitForRoom(for index: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if index - released >= capacity {
      isWaitingForRoom = true
      while !hasRoomForBatch, !isCancelled { condition.wait() }
      isWaitingForRoom = false
    }
    return !isCancelled
  }

  private func announce(_ count: Int) {
    condition.lock()
    defer { condition.unlock() }
    produced = count
    if let wanted, produced >= wanted { condition.signal() }
  }

  private func end(with error: (any Error)?) {
    condition.lock()
    defer { condition.unlock() }
    failure = error
    hasEnded = true
    condition.signal()
  }
}
