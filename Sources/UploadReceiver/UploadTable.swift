import Threading

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The uploads that the receiver knows, and who works on which.
///
/// Nothing here waits for the disk. `@unchecked Sendable` is safe because all that changes is only touched under `lock`.
final class UploadTable: @unchecked Sendable {
  enum Claim {
    case missing
    /// Another request works on it.
    case busy
    /// The caller has it now, until it is released.
    case claimed(Upload)
    /// As claimed, but it got nothing for too long.
    case expired(Upload)
  }

  /// What is told of an upload.
  struct Snapshot {
    let record: UploadRecord
    let offset: Int
    let isComplete: Bool
    let isWhole: Bool
    let changedAt: Date
  }

  private let lifetime: Double
  private let lock = ConditionLock()
  private var uploads: [UploadID: Upload] = [:]
  private var ids: [MediaKey: UploadID] = [:]
  /// Media of which an upload is being created.
  private var reserved: Set<MediaKey> = []
  /// How many uploads are unfinished.
  private var openCount = 0
  private var counts = ReceiverCounters()

  init(lifetime: Double) {
    self.lifetime = lifetime
  }

  func insert(_ upload: Upload) {
    lock.withLock {
      uploads[upload.id] = upload
      ids[upload.record.key] = upload.id
      if upload.state == .receiving { openCount += 1 }
    }
  }

  func snapshot(_ id: UploadID) -> Snapshot? {
    lock.withLock { uploads[id].map(Self.snapshot) }
  }

  /// What is told of `upload`, which may be gone from the table.
  func snapshot(of upload: Upload) -> Snapshot {
    lock.withLock { Self.snapshot(upload) }
  }

  private static func snapshot(_ upload: Upload) -> Snapshot {
    Snapshot(
      record: upload.record, offset: upload.offset, isComplete: upload.state == .complete,
      isWhole: upload.isWhole, changedAt: upload.changedAt)
  }

  func claim(_ id: UploadID, now: Date) -> Claim {
    lock.withLock {
      guard let upload = uploads[id] else { return .missing }
      if upload.isClaimed { return .busy }
      upload.isClaimed = true
      return upload.state == .receiving && isDue(upload, now) ? .expired(upload) : .claimed(upload)
    }
  }

  /// Claims all uploads that got nothing, or are complete, for too long.
  func claimDue(now: Date) -> [Upload] {
    lock.withLock {
      let due = uploads.values.filter { !$0.isClaimed && isDue($0, now) }
      for upload in due { upload.isClaimed = true }
      return due
    }
  }

  private func isDue(_ upload: Upload, _ now: Date) -> Bool {
    upload.changedAt.timeIntervalSince1970 + lifetime <= now.timeIntervalSince1970
  }

  /// Gives up the claim on `upload`, which may be gone from the table.
  func release(_ upload: Upload) {
    lock.withLock {
      upload.isClaimed = false
    }
  }

  /// Changes `upload`, which the caller has claimed.
  func update(_ upload: Upload, _ change: (Upload) -> Void) {
    lock.withLock { changeUnlocked(upload, change) }
  }

  /// Takes `upload`, which the caller has claimed, out of the table.
  func remove(_ upload: Upload) {
    lock.withLock {
      changeUnlocked(upload) { $0.state = .removed }
      uploads[upload.id] = nil
      if ids[upload.record.key] == upload.id { ids[upload.record.key] = nil }
    }
  }

  private func changeUnlocked(_ upload: Upload, _ change: (Upload) -> Void) {
    let wasOpen = upload.state == .receiving
    change(upload)
    openCount += (upload.state == .receiving ? 1 : 0) - (wasOpen ? 1 : 0)
  }

  /// Waits until nobody else creates an upload of `key`, and keeps others from it until ``unreserve(_:)``.
  ///
  /// - Returns: The upload of `key` that there is.
  func reserve(_ key: MediaKey) -> UploadID? {
    lock.withLock {
      while !reserved.insert(key).inserted { lock.wait() }
      return ids[key]
    }
  }

  func unreserve(_ key: MediaKey) {
    lock.withLock {
      reserved.remove(key)
      lock.broadcast()
    }
  }

  func count(_ change: (inout ReceiverCounters) -> Void) {
    lock.withLock { change(&counts) }
  }

  /// How many uploads are unfinished.
  var openUploads: Int { lock.withLock { openCount } }

  /// The uploads that have all bytes and no file.
  var whole: [UploadID] { lock.withLock { uploads.values.filter(\.isWhole).map(\.id) } }

  var counters: ReceiverCounters {
    lock.withLock {
      var counters = counts
      counters.openUploads = openCount
      for upload in uploads.values where upload.state == .receiving { counters.openBytes += upload.offset }
      return counters
    }
  }
}
