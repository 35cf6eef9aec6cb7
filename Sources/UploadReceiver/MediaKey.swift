import DurableFiles

/// What makes a file of one sender the same file.
public struct MediaKey: Sendable, Hashable {
  /// A UUID in lower case.
  public let entry: String
  /// A UUID in lower case.
  public let media: String

  /// - Returns: `nil` unless both are UUIDs in their usual form: nothing else can become the name of a folder or file.
  public init?(entry: String, media: String) {
    let (entry, media) = (entry.lowercased(), media.lowercased())
    guard UUIDv7.hasForm(entry), UUIDv7.hasForm(media) else { return nil }
    self.entry = entry
    self.media = media
  }
}
