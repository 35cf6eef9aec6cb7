public import Hashing

/// A file that was received whole and is kept.
public struct StoredFile: Sendable, Hashable {
  public let key: MediaKey
  public let byteCount: Int
  public let sha256: SHA256Digest
  /// `nil` for a file without bytes.
  public let type: MediaType?

  public init(key: MediaKey, byteCount: Int, sha256: SHA256Digest, type: MediaType?) {
    self.key = key
    self.byteCount = byteCount
    self.sha256 = sha256
    self.type = type
  }
}
