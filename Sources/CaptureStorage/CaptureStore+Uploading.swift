// The list of media to upload, as the outbox works it off. A row that is being sent names the session that sends it:
// no other takes it, and when that session dies, the next one frees it.
//
// To lease and to strike off wait for no disk: with the power go all sessions, and so all leases; and of what was struck
// off and stands there again the receiver shows, by what was remembered or by its id and hash, that it has it.

extension CaptureStore {
  /// How many media are to be uploaded.
  public func uploadQueue() throws -> UploadQueue {
    func count(_ state: String) throws -> Int {
      try database.row(.countUploads, .text(state)) { $0.integer(0) ?? 0 } ?? 0
    }
    return UploadQueue(
      waiting: try count("waiting"), sending: try count("sending"), stuck: try count("stuck"))
  }

  /// Leases the first of the media to upload behind `position` that is due.
  ///
  /// - Parameters:
  ///   - ceiling: The longest delay there is, in seconds.
  ///   - destination: The name of where it will be sent.
  package func leaseUpload(
    after position: UploadPosition = .start, ceiling: Double, destination: String
  ) throws -> LeasedUpload? {
    try database.transaction(.deferred) {
      let found = try database.row(
        .dueUpload, .integer(now()), .integer(position.rank), .text(position.media),
        .integer(Int(ceiling * 1000))
      ) { UploadRow($0) }
      return try found.map { try lease($0, destination) }
    }
  }

  /// Leases the media of the id `media`, due or not, stuck or not.
  ///
  /// - Returns: `nil` if they are not to be uploaded any more, or another session sends them.
  package func leaseUpload(of media: Identifier<Media>, destination: String) throws -> LeasedUpload? {
    try database.transaction(.deferred) {
      try database.row(.uploadOfMedia, .text(media.text)) { UploadRow($0) }.map { try lease($0, destination) }
    }
  }

  private func lease(_ row: UploadRow, _ destination: String) throws -> LeasedUpload {
    try database.run(.leaseUpload, .text(row.id), .integer(session.id))
    return LeasedUpload(
      media: try row.media.media(), attempts: row.attempts, position: row.position,
      resumeState: row.destination == destination ? row.resumeState : nil)
  }

  /// Writes down what `destination` needs in order to go on with the media.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `noSuchMedia` if this session has no lease on them any more.
  package func rememberUpload(
    _ state: String?, of media: Identifier<Media>, at destination: String
  ) throws {
    let changed = try database.transaction {
      try database.run(
        .rememberUpload, .text(media.text), .integer(session.id), .text(destination), .optional(state))
    }
    if changed == 0 {
      throw CaptureStoreError(
        code: .noSuchMedia, subject: media.text, message: "are not to be uploaded any more")
    }
  }

  /// Ends the lease on media that are still to be uploaded. Without a lease nothing happens.
  package func endUpload(of media: Identifier<Media>, _ end: UploadEnd) throws {
    let values: (state: String, nextTry: Int, attempts: Int, reason: String?) =
      switch end {
      case .waiting(let nextTry, let attempts, let reason): ("waiting", nextTry, attempts, reason)
      case .stuck(let attempts, let reason): ("stuck", now(), attempts, reason)
      }
    _ = try database.transaction {
      try database.run(
        .endUpload, .text(media.text), .integer(session.id), .text(values.state), .integer(values.nextTry),
        .integer(values.attempts), .optional(values.reason))
    }
  }

  /// Strikes media off the list: the receiver has proved to have them.
  ///
  /// - Parameter finishing: Whether to begin finishing their entry if it has nothing left to upload. It is in the same
  ///   transaction, so a process that dies here leaves an entry that the next one finishes.
  /// - Returns: The entry, if it is to be finished now.
  package func strikeOff(_ media: Identifier<Media>, finishing: Bool) throws -> Identifier<Entry>? {
    // No file may go before it is on the disk that its entry is being finished.
    try database.transaction(finishing ? .immediate : .deferred) {
      let struck = try database.run(.deleteUpload, .text(media.text), .integer(session.id)) > 0
      guard struck, finishing,
        let entry = try database.row(.entryOfMedia, .text(media.text), read: { $0.text(0) ?? "" }),
        try database.row(.countToUpload, .text(entry), read: { $0.integer(0) ?? 0 }) == 0,
        try database.rows(.claimsOfEntry, .text(entry), read: { _ in true }).isEmpty
      else { return nil }
      try database.run(.beginFinishing, .text(entry))
      return Identifier(known: entry)
    }
  }

  /// Makes media that are stuck, or put off, due at once, as if they had never failed.
  ///
  /// - Returns: Whether they are among those to upload and nobody sends them right now.
  @discardableResult
  public func retryUpload(of media: Identifier<Media>) throws -> Bool {
    defer { tellListeners() }
    return try database.transaction {
      try database.run(.retryUpload, .text(media.text), .integer(now())) > 0
    }
  }

  /// Frees what sessions that have died were sending.
  package func freeLostUploads() throws {
    for lost in try database.rows(.leaseSessions, read: { $0.integer(0) ?? 0 })
    where try !session.isAlive(lost) {
      _ = try database.transaction { try database.run(.freeUploads, .integer(lost)) }
    }
  }

  /// The media to upload that wait or are stuck, in order.
  ///
  /// - Parameters:
  ///   - position: Only what stands behind it.
  ///   - limit: How many at most.
  package func uploads(
    stuck: Bool, after position: UploadPosition = .start, limit: Int
  ) throws -> [QueuedUpload] {
    let rows = try database.rows(
      .uploadsInOrder, .text(stuck ? "stuck" : "waiting"), .integer(position.rank), .text(position.media),
      .integer(limit)
    ) { UploadRow($0) }
    return try rows.map { try $0.queued() }
  }

  /// The media of an entry that are to be uploaded, in whatever state.
  package func uploads(of entry: Identifier<Entry>) throws -> [QueuedUpload] {
    try database.rows(.uploadsOfEntry, .text(entry.text)) { UploadRow($0) }.map { try $0.queued() }
  }

  /// How many bytes wait to be uploaded.
  package func byteCountToUpload() throws -> Int {
    try database.row(.sumUploads) { $0.integer(0) ?? 0 } ?? 0
  }

  /// When the next of the media that wait is due, in seconds from now: 0 if it is, `nil` if none wait.
  package func secondsToNextUpload(ceiling: Double) throws -> Double? {
    guard let next = try database.row(.earliestUpload, read: { $0.integer(0) ?? 0 }) else { return nil }
    let seconds = Double(next - now()) / 1000
    return seconds > ceiling ? 0 : max(0, seconds)
  }

  // What a destination asked for.

  /// How much longer `destination` is to be left alone, in seconds, and why; `nil` if it is not.
  ///
  /// - Parameter ceiling: The longest pause there is, in seconds: a longer one is due to a clock that was set back.
  package func pause(of destination: String, ceiling: Double) throws -> (seconds: Double, reason: String)? {
    guard
      let found = try database.row(
        .pause, .text(destination), read: { (until: $0.integer(0) ?? 0, reason: $0.text(1) ?? "") })
    else { return nil }
    let seconds = Double(found.until - now()) / 1000
    return seconds > 0 && seconds <= ceiling ? (seconds, found.reason) : nil
  }

  /// Leaves `destination` alone for as many seconds, in all processes.
  package func setPause(of destination: String, seconds: Double, reason: String) throws {
    _ = try database.transaction {
      try database.run(
        .setPause, .text(destination), .integer(now() + Int(seconds * 1000)), .text(reason))
    }
  }

  /// Ends the pause of `destination`.
  package func endPause(of destination: String) throws {
    _ = try database.transaction { try database.run(.endPause, .text(destination)) }
  }
}

/// A row of `media` and `upload`, with the columns that only uploading needs behind those of ``MediaRow``.
private struct UploadRow {
  let id: String
  let media: MediaRow
  let reason: String?
  let attempts: Int
  let position: UploadPosition
  let destination: String?
  let resumeState: String?

  init(_ row: Row) {
    id = row.text(0) ?? ""
    media = MediaRow(row)
    reason = row.text(12)
    attempts = row.integer(13) ?? 0
    position = UploadPosition(rank: row.integer(14) ?? 0, media: id)
    destination = row.text(15)
    resumeState = row.text(16)
  }

  func queued() throws -> QueuedUpload {
    QueuedUpload(media: try media.media(), attempts: attempts, reason: reason, position: position)
  }
}
