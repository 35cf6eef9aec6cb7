#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a former run of a receiver left.
public struct ReceiverRecovery: Sendable {
  /// An upload that was created.
  public struct Upload: Sendable {
    public var record: UploadRecord
    /// How many of its bytes are on the disk and count; `nil` if it is complete and its media has a file.
    public var byteCount: Int?
    /// When it last got a byte, or became complete.
    public var changedAt: Date

    public init(record: UploadRecord, byteCount: Int?, changedAt: Date) {
      self.record = record
      self.byteCount = byteCount
      self.changedAt = changedAt
    }
  }

  public var uploads: [Upload] = []
  /// How many uploads were dropped, since nobody was told of them or what was known of them could not be read.
  public var dropped = 0
  /// Bytes of all files.
  public var storedBytes = 0

  public init() {}
}
