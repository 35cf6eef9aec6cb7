import DurableFiles

extension CaptureStore {
  /// Deletes what an entry owns, then marks the entry finished.
  ///
  /// Exactly the files on the list of owned media are deleted: each by its own name, in the entry's own folder,
  /// through no link. A file that is gone already is no error. Kept metadata go with their media. To finish
  /// an entry twice is no error either; nothing is deleted then.
  ///
  /// - Parameters:
  ///   - id: The entry.
  ///   - force: Whether media may be deleted that are still to be uploaded.
  ///   - isDryRun: Whether to tell only what would be deleted.
  /// - Throws: ``CaptureStoreError`` with the code `stillToUpload`; `underWay` if something is just being added;
  ///   `notOwned` if the list names what cannot be the entry's own, or something else is in its place. Nothing
  ///   has been deleted then. `FileSystemError` or ``LedgerError`` if the disk fails: finishing is completed
  ///   when it is asked for again or the store is opened again.
  @discardableResult
  public func finish(
    _ id: Identifier<Entry>, force: Bool = false, isDryRun: Bool = false
  ) throws -> Finished {
    if try !claims(of: id).isEmpty {
      // Those of processes that have died are in nobody's way.
      var report = Recovery()
      try recoverClaims(&report)
    }
    let plan = try database.transaction {
      let plan = try finishingPlan(id, force: force)
      if !isDryRun, plan != nil { try database.run(.beginFinishing, .text(id.text)) }
      return plan
    }
    guard let plan else { return Finished(entry: id, deleted: [], freedByteCount: 0, left: []) }
    return isDryRun ? plan.result() : try carryOut(plan)
  }

  /// Deletes what is left of an entry that is being finished.
  func completeFinishing(_ id: Identifier<Entry>) throws {
    if let plan = try finishingPlan(id, force: true) { _ = try carryOut(plan) }
  }

  private func claims(of entry: Identifier<Entry>) throws -> [String] {
    try database.rows(.claimsOfEntry, .text(entry.text)) { $0.text(0) ?? "" }
  }

  /// Finds out what is to be deleted, and that it may be.
  ///
  /// - Returns: `nil` if the entry is finished.
  private func finishingPlan(_ id: Identifier<Entry>, force: Bool) throws -> FinishingPlan? {
    guard let state = try database.row(.entryState, .text(id.text), read: { $0.text(0) ?? "" }),
      state != "adding"
    else {
      throw CaptureStoreError(code: .noSuchEntry, subject: id.text, message: "there is no such entry")
    }
    if state == "finished" { return nil }
    guard try claims(of: id).isEmpty else {
      throw CaptureStoreError(
        code: .underWay, subject: id.text,
        message: "something is just being added to it; finish it afterwards")
    }
    let waiting = try database.row(.countToUpload, .text(id.text)) { $0.integer(0) ?? 0 } ?? 0
    guard waiting == 0 || force || state == "finishing" else {
      throw CaptureStoreError(
        code: .stillToUpload, subject: id.text,
        message: "\(waiting) of its media are still to be uploaded; send them first, or use force")
    }
    let rows = try database.rows(.filesOfEntry, .text(id.text)) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    let owned = try rows.map { try MediaFile(entry: id.text, media: $0.0, name: $0.1) }
    return try FinishingPlan(entry: id, files: owned, in: files)
  }

  private func carryOut(_ plan: FinishingPlan) throws -> Finished {
    let result = try plan.delete(in: files)
    try database.transaction {
      try database.run(.deleteMediaOfEntry, .text(plan.entry.text))
      try database.run(.endFinishing, .text(plan.entry.text), .integer(now()))
    }
    return result
  }
}
