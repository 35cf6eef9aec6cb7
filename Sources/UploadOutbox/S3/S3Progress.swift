import Threading

/// Counts the bytes that an attempt puts on the wire, and tells the delivery.
final class S3Progress: @unchecked Sendable {
  // Sendable is unchecked because of the variables. It is safe because they are used under the lock alone.
  private let lock = ConditionLock()
  private let delivery: Delivery
  private var earlierByteCount = 0
  /// How many bytes were handed over of each body that is under way, by where it stands in the file.
  private var current: [Int: Int] = [:]
  /// The end of the last body that was taken.
  private var highestEnd = 0

  init(_ delivery: Delivery) {
    self.delivery = delivery
  }

  /// A request begins whose body starts at `offset` of the file. Several may be under way, each at another one.
  func begin(at offset: Int) {
    lock.withLock { earlierByteCount += current.updateValue(0, forKey: offset) ?? 0 }
    tell()
  }

  /// `count` bytes of the body of the request were handed to the system.
  func advance(at offset: Int, to count: Int) {
    lock.withLock { if let before = current[offset] { current[offset] = max(before, count) } }
    tell()
  }

  /// The server took the body, of `count` bytes.
  func end(at offset: Int, _ count: Int) {
    lock.withLock {
      guard current.removeValue(forKey: offset) != nil else { return }
      earlierByteCount += count
      highestEnd = max(highestEnd, offset + count)
    }
    tell()
  }

  private func tell() {
    delivery.report(
      lock.withLock {
        // What is behind a part that is under way is not there for certain.
        let confirmed = current.keys.min() ?? highestEnd
        let reached = current.reduce(highestEnd) { max($0, $1.key + $1.value) }
        return Delivery.Progress(
          offset: min(reached, delivery.file.byteCount), confirmedOffset: confirmed,
          sentByteCount: earlierByteCount + current.values.reduce(0, +))
      })
  }
}
