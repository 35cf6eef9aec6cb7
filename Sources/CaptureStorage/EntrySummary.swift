#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An entry in a list: how much it holds, not what.
public struct EntrySummary: Sendable, Hashable, Identifiable {
  public let id: Identifier<Entry>
  /// What the person wrote.
  public let text: String?
  /// Whether its media are still there.
  public let state: Entry.State
  /// When it was begun.
  public let createdAt: Date
  /// How many photos it owns.
  public let photos: Int
  /// How many movies it owns.
  public let movies: Int
  /// The size of all of them in bytes.
  public let byteCount: Int
  /// How many are still to be sent, or are being sent.
  public let waiting: Int
  /// How many are not sent without somebody's help.
  public let stuck: Int
}
