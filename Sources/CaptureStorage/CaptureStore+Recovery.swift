import DurableFiles
import Hashing

/// Media that a process claimed and did not live to own.
private struct LostClaim {
  let media: String
  let entry: String
  let file: String
  let kind: String?
  let byteCount: Int?
  let digest: SHA256Digest?

  init(_ row: Row) {
    media = row.text(0) ?? ""
    entry = row.text(1) ?? ""
    file = row.text(2) ?? ""
    kind = row.text(3)
    byteCount = row.integer(4)
    digest = row.blob(5).flatMap { SHA256Digest(bytes: $0) }
  }
}

extension CaptureStore {
  /// Completes or undoes what processes that have died left half done.
  ///
  /// One thing that cannot be put right keeps nothing else from being put right.
  ///
  /// - Throws: ``LedgerError`` if the ledger cannot be asked.
  func recover() throws -> Recovery {
    var report = Recovery()
    try recoverDrops(&report)
    try recoverClaims(&report)
    try recoverEntries(&report)
    try freeLostUploads()
    return report
  }

  /// Completes or undoes what was being added by processes that have died.
  ///
  /// - Throws: ``LedgerError`` or ``FileSystemError``.
  func recoverClaims(_ report: inout Recovery) throws {
    for lost in try database.rows(.claimSessions, read: { $0.integer(0) ?? 0 })
    where try !session.isAlive(lost) {
      for claim in try database.rows(.claimsOfSession, .integer(lost), read: LostClaim.init) {
        // Of two processes that find it, one gets it.
        let isMine =
          try database.run(.adoptClaim, .text(claim.media), .integer(lost), .integer(session.id)) == 1
        if isMine { attempt(&report) { try settle(claim, &$0) } }
      }
    }
  }

  private func settle(_ claim: LostClaim, _ report: inout Recovery) throws {
    guard let file = try? MediaFile(entry: claim.entry, media: claim.media, name: claim.file) else {
      // Not what this software wrote. Whatever it names is left alone.
      try database.run(.deleteMedia, .text(claim.media))
      report.undoneMedia.append(Identifier(known: claim.media))
      return
    }
    if let folder = try files.folder(of: file.entry), try isComplete(claim, file, in: folder) {
      _ = try own(file)
      report.completedMedia.append(file.media)
    } else {
      try files.remove(file)
      try database.run(.deleteMedia, .text(claim.media))
      report.undoneMedia.append(file.media)
    }
  }

  /// Whether the file has all its bytes, under its final name; a complete part is given that first.
  private func isComplete(_ claim: LostClaim, _ file: MediaFile, in folder: Folder) throws -> Bool {
    // The process may have died before it synced the folder, or the folder of all.
    let synced = EntryFolder(folder: folder, unsyncedParent: try files.captures())
    if try matches(file.name, claim, in: folder) {
      try synced.sync()
      return true
    }
    guard try matches(file.partName, claim, in: folder) else { return false }
    try files.publish(file, in: synced)
    return true
  }

  private func matches(_ name: FilePath, _ claim: LostClaim, in folder: Folder) throws -> Bool {
    guard let byteCount = claim.byteCount, let digest = claim.digest else { return false }
    do throws(FileSystemError) {
      guard try folder.status(name).kind == .file else { return false }
      let source = try folder.open(name)
      guard source.byteCount == byteCount else { return false }
      // A movie's digest is noted after all of it has been synced, so its size says enough.
      if claim.kind == Media.Kind.movie.rawValue { return true }
      return try SHA256Digest(of: source) == digest
    } catch {
      if error.code == .notFound { return false }
      throw error
    }
  }

  /// Undoes entries that a drop was becoming, with all their media: the drop is still there.
  private func recoverDrops(_ report: inout Recovery) throws {
    for entry in try entriesUnderWay() where entry.state == "adding" && entry.isDrop {
      attempt(&report) { report in
        guard try adopt(entry) else { return }
        try undoEntry(entry.id)
        report.undoneEntries.append(entry.id)
      }
    }
  }

  /// Deletes the files of an entry, then its rows.
  func undoEntry(_ id: Identifier<Entry>) throws {
    try database.settle()
    let rows = try database.rows(.filesOfEntry, .text(id.text)) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    for row in rows {
      // A row that this software did not write names nothing that is ours.
      if let file = try? MediaFile(entry: id.text, media: row.0, name: row.1) { try files.remove(file) }
    }
    try files.removeFolder(of: id)
    try database.transaction {
      try database.run(.deleteMediaOfEntry, .text(id.text))
      try database.run(.deleteEntry, .text(id.text))
    }
  }

  private func recoverEntries(_ report: inout Recovery) throws {
    for entry in try entriesUnderWay() where !entry.isDrop || entry.state == "finishing" {
      attempt(&report) { report in
        if entry.state == "finishing" {
          try completeFinishing(entry.id)
          report.finishedEntries.append(entry.id)
        } else if try adopt(entry) {
          // Its first media never came to be.
          if try database.run(.deleteUnusedEntry, .text(entry.id.text)) > 0 {
            try files.removeFolder(of: entry.id)
          } else {
            try database.run(.openEntry, .text(entry.id.text))
          }
        }
      }
    }
  }

  private typealias EntryUnderWay = (id: Identifier<Entry>, state: String, session: Int?, isDrop: Bool)

  private func entriesUnderWay() throws -> [EntryUnderWay] {
    try database.rows(.entriesUnderWay) {
      (Identifier(known: $0.text(0) ?? ""), $0.text(1) ?? "", $0.integer(2), $0.text(3) != nil)
    }
  }

  /// Takes over the entry, unless a process that is alive is at work on it.
  private func adopt(_ entry: EntryUnderWay) throws -> Bool {
    guard let lost = entry.session, try !session.isAlive(lost) else { return false }
    return try adopt(entry.id, from: lost)
  }

  private func attempt(_ report: inout Recovery, _ body: (inout Recovery) throws -> Void) {
    do {
      try body(&report)
    } catch {
      report.failures.append("\(error)")
    }
  }
}

extension SHA256Digest {
  /// The digest of a file, read a piece at a time.
  init(of source: FileByteSource) throws(FileSystemError) {
    let hasher = SHA256Hasher()
    try source.forEachPiece { piece throws(FileSystemError) in hasher.update(piece) }
    self = hasher.finish()
  }
}
