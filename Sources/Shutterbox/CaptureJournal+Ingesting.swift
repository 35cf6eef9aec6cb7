import DurableFiles

extension CaptureJournal {
  /// Makes an entry of each drop in the inbox, and removes the drop when the entry is safe.
  ///
  /// It may be interrupted at any point, run again, and run by two processes at once: of a drop one entry is
  /// made. Files that cannot be read are set aside, with the reason, and what else is in their drop is taken.
  ///
  /// - Parameter options: How photos are prepared, and what is kept.
  /// - Parameter progress: Gets the number of drops that are done, after each.
  /// - Throws: ``FileSystemError`` if the inbox cannot be listed; ``CaptureStoreError`` if the reason to keep
  ///   metadata has no words. What is wrong with single drops the report says. An empty inbox is no error.
  public func ingest(
    options: CaptureOptions = CaptureOptions(), progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> IngestReport {
    try MediaPreparing(options: options, isAlone: true).check()
    try inbox.sweep()
    var report = IngestReport()
    for drop in try inbox.drops() {
      let outcome: IngestReport.Outcome
      do {
        outcome = try await ingest(drop, options)
      } catch let error as CaptureStoreError where error.code == .underWay {
        outcome = .underWay
      } catch {
        outcome = .failed(error)
      }
      report.drops.append((drop, outcome))
      progress?(report.drops.count)
    }
    return report
  }

  private func ingest(_ drop: Drop, _ options: CaptureOptions) async throws -> IngestReport.Outcome {
    switch try await store.beginEntry(ofDrop: drop.id) {
    case .isThere(let entry):
      // What was noted as refused, when the entry was made, is not in it.
      if try inbox.isRefused(drop) { try inbox.setAside(drop, []) } else { try inbox.remove(drop) }
      return .finished(entry)
    case .begun(let entry):
      do {
        return try await fill(entry, from: drop, options)
      } catch {
        // The first error is the one that is told; the next to open the store undoes what this cannot.
        try? await store.abandonEntry(entry)
        throw error
      }
    }
  }

  private func fill(
    _ entry: Identifier<Entry>, from drop: Drop, _ options: CaptureOptions
  ) async throws -> IngestReport.Outcome {
    let files: [Drop.File]
    do {
      files = try inbox.contents(of: drop, isRefusalError: false).files
    } catch let error as DropError {
      return try await setAside(drop, [Refusal(error)], insteadOf: entry)
    }
    let items = files.map { file -> CaptureItem in
      do { return .source(try inbox.open(file, of: drop)) } catch { return .failed(error) }
    }
    let added = try await add(items, to: .entry(entry), options: options)
    let refusals = try added.failures.map { try Refusal(of: files[$0.index], $0.error) }
    if refusals.count == files.count { return try await setAside(drop, refusals, insteadOf: entry) }

    // In this order: whoever finds the entry made, and the drop still there, must know what is not in it.
    try inbox.note(refusals, of: drop)
    try await store.completeEntry(entry)
    do {
      if refusals.isEmpty { try inbox.remove(drop) } else { try inbox.setAside(drop, refusals) }
    } catch {
      // The entry is safe; the drop is removed the next time.
    }
    return .ingested(entry, added, refused: refusals.map(IngestReport.Refused.init))
  }

  private func setAside(
    _ drop: Drop, _ refusals: [Refusal], insteadOf entry: Identifier<Entry>
  ) async throws -> IngestReport.Outcome {
    try inbox.note(refusals, of: drop)
    try await store.abandonEntry(entry)
    try inbox.setAside(drop, refusals)
    return .setAside(refusals.map(IngestReport.Refused.init))
  }
}

extension Refusal {
  fileprivate init(_ error: DropError) {
    self.init(file: error.file, name: nil, code: error.code.description, reason: error.message)
  }

  /// What is wrong with a file for good.
  ///
  /// - Throws: `error`, if the file may be taken another time: the disk or the ledger failed.
  fileprivate init(of file: Drop.File, _ error: any Error) throws {
    switch error {
    case let error as PhotoPreparer.Error:
      self.init(file: file.file, name: file.name, code: error.code, reason: error.reason)
    case let error as DropError where error.code != .gone:
      self.init(file: file.file, name: file.name, code: error.code.description, reason: error.message)
    default:
      throw error
    }
  }
}

extension IngestReport.Refused {
  fileprivate init(_ refusal: Refusal) {
    self.init(name: refusal.name, code: refusal.code, reason: refusal.reason)
  }
}
