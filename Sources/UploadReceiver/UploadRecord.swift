import DurableFiles
public import Hashing

/// What makes a file of one sender the same file.
public struct MediaKey: Sendable, Hashable {
  /// A UUID in lower case.
  public let entry: String
  /// A UUID in lower case.
  public let media: String

  /// - Returns: `nil` unless both are UUIDs in their usual form.
  public init?(entry: String, media: String) {
    let (entry, media) = (entry.lowercased(), media.lowercased())
    guard UUIDv7.hasForm(entry), UUIDv7.hasForm(media) else { return nil }
    self.entry = entry
    self.media = media
  }
}

/// What is remembered of an upload for as long as it is known.
public struct UploadRecord: Sendable, Hashable {
  public let id: UploadID
  public let key: MediaKey
  /// Whether the sender named the media; if not, the receiver made the ids.
  public let isNamed: Bool
  /// Bytes of the whole file.
  public let length: Int
  /// What the sender says that the whole file hashes to.
  public let sha256: SHA256Digest?
  /// What the sender says that the file is.
  public let type: MediaType?
  /// Bytes from here on do not count after a crash: they are not checked yet. `nil` if all count.
  public var checkedByteCount: Int?

  public init(
    id: UploadID, key: MediaKey, isNamed: Bool, length: Int, sha256: SHA256Digest?, type: MediaType?,
    checkedByteCount: Int? = nil
  ) {
    self.id = id
    self.key = key
    self.isNamed = isNamed
    self.length = length
    self.sha256 = sha256
    self.type = type
    self.checkedByteCount = checkedByteCount
  }
}
