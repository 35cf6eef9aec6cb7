public import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that was received whole and is kept.
public struct StoredFile: Sendable, Hashable {
  public let key: MediaKey
  public let byteCount: Int
  public let sha256: SHA256Digest
  /// `nil` for a file without bytes.
  public let type: MediaType?

  /// When it had come whole.
  public let receivedAt: Date

  public init(key: MediaKey, byteCount: Int, sha256: SHA256Digest, type: MediaType?, receivedAt: Date) {
    self.key = key
    self.byteCount = byteCount
    self.sha256 = sha256
    self.type = type
    self.receivedAt = receivedAt
  }

  /// Where a ``FileReceiverStorage`` keeps it, below its folder.
  public var path: String { "\(key.entry)/\(FileReceiverStorage.name(key.media, type))" }
}
