extension CaptureStore {
  /// What is known of a drop.
  public enum DropEntry: Sendable, Hashable {
    /// An entry has been begun for it. It is shown and uploaded after ``completeEntry(_:)``.
    case begun(Identifier<Entry>)
    /// An entry was made of it before, so the drop may go.
    case isThere(Identifier<Entry>)
  }

  /// Begins the entry that a drop becomes.
  ///
  /// An entry is made of a drop once, whoever tries and however often. One that was begun by a process that
  /// died is undone first, since the drop still holds all of it.
  ///
  /// - Parameter drop: The id of the drop.
  /// - Throws: ``CaptureStoreError`` with the code `underWay` if another process is at it; ``LedgerError`` or
  ///   ``FileSystemError``.
  public func beginEntry(ofDrop drop: String, text: String? = nil) throws -> DropEntry {
    if let known = try entryUnderWay(ofDrop: drop) {
      guard let lost = known.session, try !session.isAlive(lost) else {
        throw CaptureStoreError(
          code: .underWay, subject: drop, message: "another process is making an entry of this drop")
      }
      if try adopt(known.id, from: lost) { try undoEntry(known.id) }
    }
    return try database.transaction {
      if let known = try database.row(.entryOfDrop, .text(drop), read: { ($0.text(0) ?? "", $0.text(1)) }) {
        if known.1 == "adding" {
          throw CaptureStoreError(
            code: .underWay, subject: drop, message: "another process is making an entry of this drop")
        }
        return .isThere(Identifier(known: known.0))
      }
      let id: Identifier<Entry> = makeIdentifier()
      try database.run(
        .insertEntry, .text(id.text), .optional(text), .integer(now()), .text(drop), .integer(session.id))
      return .begun(id)
    }
  }

  private func entryUnderWay(ofDrop drop: String) throws -> (id: Identifier<Entry>, session: Int?)? {
    let row = try database.row(.entryOfDrop, .text(drop)) {
      (id: Identifier<Entry>(known: $0.text(0) ?? ""), state: $0.text(1), session: $0.integer(2))
    }
    return row.flatMap { $0.state == "adding" ? (id: $0.id, session: $0.session) : nil }
  }

  /// Takes over an entry that `lost`, a process that has died, was making.
  func adopt(_ id: Identifier<Entry>, from lost: Int) throws(LedgerError) -> Bool {
    try database.run(.adoptEntry, .text(id.text), .integer(lost), .integer(session.id)) == 1
  }

  /// Makes an entry that ``beginEntry(ofDrop:text:)`` began a whole one: it is shown, and its media are on the
  /// list of media to upload. After this the drop may go.
  public func completeEntry(_ id: Identifier<Entry>) throws {
    try database.transaction {
      guard try database.row(.entryState, .text(id.text), read: { $0.text(0) }) == "adding" else { return }
      try database.run(.openEntry, .text(id.text))
      try database.run(.insertUploadsOfEntry, .text(id.text), .integer(now()))
    }
  }

  /// Undoes an entry that ``beginEntry(ofDrop:text:)`` began, with all media that were added to it.
  public func abandonEntry(_ id: Identifier<Entry>) throws {
    guard try database.row(.entryState, .text(id.text), read: { $0.text(0) }) == "adding" else { return }
    try undoEntry(id)
  }
}
