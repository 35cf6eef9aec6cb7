/// What finishing an entry deleted.
public struct Finished: Sendable, Hashable {
  /// The entry.
  public let entry: Identifier<Entry>
  /// The files, relative to the home folder. One that was gone already is not among them.
  public let deleted: [String]
  /// The size of those files in bytes.
  public let freedByteCount: Int
  /// What lies in the entry's folder and is not its own, relative to the home folder. It stays there.
  public let left: [String]
}
