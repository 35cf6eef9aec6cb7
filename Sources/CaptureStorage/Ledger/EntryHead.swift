#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row of the table `entry`, in the order of columns that all queries for entries have.
struct EntryHead {
  let id: Identifier<Entry>
  private let text: String?
  private let state: Entry.State
  private let createdAt: Date

  init(_ row: Row) {
    id = Identifier(known: row.text(0) ?? "")
    text = row.text(1)
    state = row.text(2) == "finished" ? .finished : .open
    createdAt = Date(milliseconds: row.integer(3) ?? 0)
  }

  /// - Parameter sums: Photos, movies, bytes, waiting, stuck.
  func summary(_ sums: [Int]) -> EntrySummary {
    EntrySummary(
      id: id, text: text, state: state, createdAt: createdAt, photos: sums[0], movies: sums[1],
      byteCount: sums[2], waiting: sums[3], stuck: sums[4])
  }

  func entry(ownedMedia: [Media], keptMetadata: [Entry.KeptMetadata]) -> Entry {
    Entry(
      id: id, text: text, state: state, createdAt: createdAt, ownedMedia: ownedMedia,
      keptMetadata: keptMetadata)
  }
}

extension Date {
  /// - Parameter milliseconds: Since 1970, as the ledger has times.
  init(milliseconds: Int) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
