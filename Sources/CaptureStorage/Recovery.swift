/// What was left half done by a process that died, and what became of it.
public struct Recovery: Sendable, Hashable {
  /// Media whose file was complete; the entry owns them now.
  public internal(set) var completedMedia: [Identifier<Media>] = []
  /// Media whose file was not complete; nothing is left of them.
  public internal(set) var undoneMedia: [Identifier<Media>] = []
  /// Entries that a drop was becoming. Nothing is left of them; the drop is still there.
  public internal(set) var undoneEntries: [Identifier<Entry>] = []
  /// Entries that were being finished, and are finished now.
  public internal(set) var finishedEntries: [Identifier<Entry>] = []
  /// What could not be put right, in words. It is tried again when the store is opened next.
  public internal(set) var failures: [String] = []

  /// Whether nothing was left half done.
  public var isEmpty: Bool { self == Recovery() }
}
