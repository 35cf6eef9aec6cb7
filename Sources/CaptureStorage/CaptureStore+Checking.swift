import DurableFiles
import Hashing

extension CaptureStore {
  /// Compares all files with all rows.
  ///
  /// What other processes are at work on is passed over. Every byte of every file is read, outside of the
  /// actor.
  ///
  /// - Parameters:
  ///   - repairing: Whether to put right what can be: a file that no row names is moved to a new folder
  ///     in `aside`, a row whose file is missing or cannot be its own is removed. No file is deleted. One whose content is
  ///     another than its row says stays as it is.
  ///   - progress: Gets the number of media that have been looked at so far, now and then.
  /// - Throws: ``LedgerError`` if the ledger cannot be asked. What is wrong with files is no error.
  public nonisolated func check(
    repairing: Bool = false, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> [Finding] {
    var findings: [Finding] = []
    var count = 0
    var last = ""
    while true {
      let ids = try await entryIDs(after: last)
      guard let end = ids.last else { break }
      for id in ids {
        for row in try await mediaRows(of: id) where row.session == nil {
          if let finding = try await check(row, of: id, repairing: repairing) { findings.append(finding) }
          count += 1
          if count.isMultiple(of: 64) { progress?(count) }
        }
      }
      last = end
    }
    progress?(count)
    return try await findings + orphans(asideAs: repairing ? makeIdentifier() : nil)
  }

  /// Compares one row with its file.
  private nonisolated func check(
    _ row: CheckedRow, of entry: String, repairing: Bool
  ) async throws -> Finding? {
    guard let problem = row.problem(of: entry, in: files) else { return nil }
    // Somebody may have finished the entry in the meantime.
    guard try await isOwned(row.media) else { return nil }
    let isReleased = repairing && problem.kind.isRepairedByRelease
    let isRepaired = isReleased ? try await release(row.media) : false
    return Finding(
      kind: problem.kind, subject: "\(CaptureFiles.capturesName)/\(entry)/\(row.file)",
      message: problem.message,
      isRepaired: isRepaired)
  }

  private func entryIDs(after id: String) throws(LedgerError) -> [String] {
    try database.rows(.entriesAfter, .text(id)) { $0.text(0) ?? "" }
  }

  private func mediaRows(of entry: String) throws(LedgerError) -> [CheckedRow] {
    try database.rows(.anyMediaOfEntry, .text(entry)) { CheckedRow($0) }
  }

  private func isOwned(_ media: String) throws(LedgerError) -> Bool {
    let session = try database.row(.anyMedia, .text(media)) { $0.integer(2) }
    return session == .some(nil)
  }

  /// Removes a row that names no file of ours.
  private func release(_ media: String) throws(LedgerError) -> Bool {
    try database.run(.deleteMedia, .text(media)) == 1
  }
}

extension Finding.Kind {
  /// Whether the row is worth nothing, since it leads to no file.
  fileprivate var isRepairedByRelease: Bool { self == .missingFile || self == .notOwned }
}
