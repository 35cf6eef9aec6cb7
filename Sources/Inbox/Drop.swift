#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a share extension left in the inbox with one call: some files, and what they were called.
public struct Drop: Hashable, Sendable, Identifiable {
  /// A UUID of version 7 in lower case, which is also the name of the folder. Later drops have greater ids.
  public let id: String

  /// - Parameter id: As a ``Drop`` gave it before, such as one that was stored.
  /// - Returns: `nil` if `id` is no id of a drop.
  public init?(id: String) {
    guard UUIDv7.isWellFormed(id) else { return nil }
    self.id = id
  }

  /// What is in a drop.
  public struct Contents: Hashable, Sendable {
    /// When the drop was made, in whole milliseconds.
    public let createdAt: Date
    /// The files in the order in which they were named; at least one.
    public let files: [File]
  }

  /// One file of a drop.
  public struct File: Hashable, Sendable {
    /// What the file is called in the drop: `1`, `2` and so on.
    public let file: String
    /// What the file was called where it came from: for people only, never a path. Bytes that were no
    /// UTF-8 have become U+FFFD. Names of one drop may be the same.
    public let name: String
    /// The size in bytes that was copied.
    public let byteCount: Int
  }
}
