import Threading

/// Counts the bytes that an attempt puts on the wire, and tells the delivery.
final class S3Progress: @unchecked Sendable {
  // Sendable is unchecked because of the variables. It is safe because they are used under the lock alone.
  private let lock = ConditionLock()
  private let delivery: Delivery
  private var earlierByteCount = 0
  private var currentByteCount = 0
  private var offset = 0

  init(_ delivery: Delivery) {
    self.delivery = delivery
  }

  /// A request begins whose body starts at `offset` of the file.
  func begin(at offset: Int) {
    lock.withLock {
      earlierByteCount += currentByteCount
      currentByteCount = 0
      self.offset = offset
    }
    tell()
  }

  /// `count` bytes of the body of the request were handed to the system.
  func advance(to count: Int) {
    lock.withLock { currentByteCount = max(currentByteCount, count) }
    tell()
  }

  private func tell() {
    delivery.report(
      lock.withLock {
        Delivery.Progress(
          offset: min(offset + currentByteCount, delivery.file.byteCount), confirmedOffset: offset,
          sentByteCount: earlierByteCount + currentByteCount)
      })
  }
}
