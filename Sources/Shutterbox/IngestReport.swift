/// What became of the drops of an inbox.
public struct IngestReport: Sendable {
  /// A file that is no part of an entry, and why.
  public struct Refused: Sendable, Hashable {
    /// What the file was called where it came from, if that is known.
    public let name: String?
    /// The word that programs match, such as `damaged`.
    public let code: String
    /// One sentence.
    public let reason: String
  }

  /// What became of one drop.
  public enum Outcome: Sendable {
    /// It is an entry now, but for what was refused and set aside.
    case ingested(Identifier<Entry>, AddReport, refused: [Refused])
    /// Nothing of it can be read. It lies among the drops that are set aside.
    case setAside([Refused])
    /// It had become this entry before, and has been removed now.
    case finished(Identifier<Entry>)
    /// Another process is making an entry of it.
    case underWay
    /// The disk or the ledger failed. The drop is as it was, and waits for the next time.
    case failed(any Error)
  }

  /// The drops in the order in which they were made, and what became of each.
  public internal(set) var drops: [(drop: Drop, outcome: Outcome)] = []
}
