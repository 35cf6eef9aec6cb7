import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An upload that the receiver knows.
///
/// `@unchecked Sendable` is safe because everything that changes is changed under the lock of the ``UploadTable``, by
/// the request alone that has claimed the upload; whoever has not, reads it under that lock.
final class Upload: @unchecked Sendable {
  enum State {
    /// It is unfinished.
    case receiving
    /// Its file is stored.
    case complete
    /// It is gone, though a request may still hold it.
    case removed
  }

  let id: UploadID
  var record: UploadRecord
  /// How many bytes are on the disk and count. Of an upload that is not complete this may be all of them, if their file
  /// could not be stored: that is not to be told, since it would be taken for the proof that the file is.
  var offset: Int
  var state: State
  /// Whether a request works on it.
  var isClaimed = false
  /// When it last got a byte, was created, or became complete.
  var changedAt: Date
  /// Has seen the first `offset` bytes; `nil` if nothing has since the start.
  var hasher: SHA256Hasher?

  init(record: UploadRecord, offset: Int, state: State, changedAt: Date, hasher: SHA256Hasher? = nil) {
    id = record.id
    self.record = record
    self.offset = offset
    self.state = state
    self.changedAt = changedAt
    self.hasher = hasher
  }

  /// Whether all bytes have come, and are not a file yet.
  var isWhole: Bool { state == .receiving && offset == record.length }
}
