public import Hashing

/// What is remembered of an upload for as long as it is known.
public struct UploadRecord: Sendable, Hashable {
  public let id: UploadID
  /// Under which ids the file is kept.
  public let key: MediaKey
  /// Bytes of the whole file.
  public let length: Int
  /// What the sender says that the whole file hashes to.
  public let sha256: SHA256Digest?
  /// What the sender says that the file is.
  public let type: MediaType?
  /// What of the sender's `Upload-Metadata` was understood, as it was written; `nil` if nothing was.
  public let metadata: String?
  /// Bytes from here on do not count after a crash: they are not checked yet. `nil` if all count.
  public var checkedByteCount: Int?

  public init(
    id: UploadID, key: MediaKey, length: Int, sha256: SHA256Digest? = nil, type: MediaType? = nil,
    metadata: String? = nil, checkedByteCount: Int? = nil
  ) {
    self.id = id
    self.key = key
    self.length = length
    self.sha256 = sha256
    self.type = type
    self.metadata = metadata
    self.checkedByteCount = checkedByteCount
  }

  /// Whether `file` is what the sender meant to send.
  func isDone(by file: StoredFile) -> Bool {
    file.byteCount == length && (sha256 == nil || file.sha256 == sha256)
  }
}
