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
  /// - Parameter text: What the entry is called.
  /// - Parameter drop: The id of the drop.
  /// - Throws: ``CaptureStoreError`` with the code `underWay` if another process is at it; ``LedgerError`` or
  ///   `FileSystemError`.
  public func beginEntry(ofDrop drop: String, text: String? = nil) throws -> DropEntry {
    if let known = try entry(ofDrop: drop), known.state == "adding" {
      guard let lost = known.session, try !session.isAlive(lost) else { throw Self.isUnderWay(drop) }
      if try adopt(known.id, from: lost) { try undoEntry(known.id) }
    }
    return try database.transaction {
      if let known = try entry(ofDrop: drop) {
        if known.state == "adding" { throw Self.isUnderWay(drop) }
        return .isThere(known.id)
      }
      let id: Identifier<Entry> = makeIdentifier()
      try database.run(
        .insertEntry, .text(id.text), .optional(text), .integer(now()), .text(drop), .integer(session.id))
      return .begun(id)
    }
  }

  private func entry(
    ofDrop drop: String
  ) throws(LedgerError) -> (id: Identifier<Entry>, state: String?, session: Int?)? {
    try database.row(.entryOfDrop, .text(drop)) {
      (id: Identifier(known: $0.text(0) ?? ""), state: $0.text(1), session: $0.integer(2))
    }
  }

  private static func isUnderWay(_ drop: String) -> CaptureStoreError {
    CaptureStoreError(
      code: .underWay, subject: drop, message: "another process is making an entry of this drop")
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
    tellListeners()
  }

  /// Undoes an entry that ``beginEntry(ofDrop:text:)`` began, with all media that were added to it.
  public func abandonEntry(_ id: Identifier<Entry>) throws {
    guard try database.row(.entryState, .text(id.text), read: { $0.text(0) }) == "adding" else { return }
    try undoEntry(id)
  }
}
