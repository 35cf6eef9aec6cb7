import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CaptureStore {
  /// Where media are added.
  public enum Target: Sendable, Hashable {
    /// To an entry that is there and open.
    case entry(Identifier<Entry>)
    /// To a new one, which is made with the first media.
    case draft(EntryDraft)

    /// The id of the entry.
    public var id: Identifier<Entry> {
      switch self {
      case .entry(let id): id
      case .draft(let draft): draft.id
      }
    }
  }

  /// What became of media that were added.
  public enum Added: Sendable, Hashable {
    /// The entry owns them now, and they are on the list of media to upload.
    case media(Media)
    /// The entry owned the same bytes already, as the media of this id; nothing was added.
    case duplicate(of: Identifier<Media>)
  }

  /// Adds media to an entry.
  ///
  /// When this returns, the file and its rows are on the disk. If it throws, nothing is left of it.
  ///
  /// - Throws: ``CaptureStoreError`` if the entry is missing or finished, or another process adds the same;
  ///   `FileSystemError` or ``LedgerError`` if the disk fails. The same content twice in one entry is not an
  ///   error.
  public nonisolated func add(_ media: NewMedia, to target: Target) async throws -> Added {
    switch try await claim(media, target) {
    case .duplicate(let id):
      return .duplicate(of: id)
    case .claimed(let file, let isEntryNew):
      do {
        let folder = try files.makeFolder(of: file.entry, isNew: isEntryNew)
        let written = try files.write(media.content, of: file, in: folder.folder)
        if media.content.digest == nil, let other = try await seal(file, written) {
          try await abandon(file, isDraft: target.isDraft)
          return .duplicate(of: other)
        }
        try files.publish(file, in: folder)
        return .media(try await own(file))
      } catch {
        // The first error is the one that is told. What cannot be undone now, the next one to open the store
        // undoes.
        try? await abandon(file, isDraft: target.isDraft)
        throw error
      }
    }
  }
}

extension CaptureStore.Target {
  var isDraft: Bool {
    if case .draft = self { true } else { false }
  }
}

/// What came of the wish to add.
enum Claim {
  /// The name is taken in the ledger; nothing else may use it. The entry is new until it owns something for good.
  case claimed(MediaFile, isEntryNew: Bool)
  case duplicate(Identifier<Media>)
}

// What is done with the ledger, one transaction each.

extension CaptureStore {
  /// Checks that media can be added there.
  ///
  /// - Returns: The state of the entry; `nil` if it is still to be made.
  /// - Throws: ``CaptureStoreError`` with the code `noSuchEntry` or `finished`.
  @discardableResult
  package func check(_ target: Target) throws -> String? {
    let state = try database.row(.entryState, .text(target.id.text)) { $0.text(0) ?? "" }
    switch (target, state) {
    case (_, "open"), (_, "adding"), (.draft, nil): return state
    case (.entry, nil):
      throw CaptureStoreError(code: .noSuchEntry, subject: target.id.text, message: "there is no such entry")
    default:
      throw CaptureStoreError(
        code: .finished, subject: target.id.text, message: "the entry is finished; add to a new one")
    }
  }

  /// Takes a name for the media, before there is a file.
  private func claim(_ media: NewMedia, _ target: Target) throws -> Claim {
    do {
      return try claimOnce(media, target)
    } catch let error as CaptureStoreError where error.code == .underWay {
      // Whoever adds the same may have died since this store was opened.
      var report = Recovery()
      try recoverClaims(&report)
      return try claimOnce(media, target)
    }
  }

  private func claimOnce(_ media: NewMedia, _ target: Target) throws -> Claim {
    let file = MediaFile(entry: target.id, media: makeIdentifier(), fileExtension: media.fileExtension)
    return try database.transaction {
      let state = try check(target)
      if state == nil, case .draft(let draft) = target { try insert(draft) }
      let digest = media.content.digest
      if let digest, let other = try mediaOfSameContent(digest, in: target.id) { return .duplicate(other) }
      let byteCount: Int? = if case .bytes(let data, _) = media.content { data.count } else { nil }
      try database.run(
        .insertMedia, .text(file.media.text), .text(file.entry.text), .text(file.name.description),
        .text(media.kind.rawValue), .text(media.source.rawValue), .optional(byteCount),
        digest.map { .blob($0.bytes) } ?? .null, .integer(media.width), .integer(media.height),
        .text(media.removed.joined(separator: " ")), .integer(session.id))
      if let kept = media.keptMetadata {
        try database.run(.insertKeptMetadata, .text(file.media.text), .text(kept.reason), .text(kept.json))
      }
      return .claimed(file, isEntryNew: state != "open")
    }
  }

  private func insert(_ draft: EntryDraft) throws(LedgerError) {
    try database.run(
      .insertEntry, .text(draft.id.text), .optional(draft.text), .integer(now()), .null, .integer(session.id))
  }

  /// The media of the entry that have the content, if any.
  private func mediaOfSameContent(
    _ digest: SHA256Digest, in entry: Identifier<Entry>
  ) throws -> Identifier<Media>? {
    let found = try database.row(.sameContent, .text(entry.text), .blob(digest.bytes)) {
      (id: Identifier<Media>(known: $0.text(0) ?? ""), session: $0.integer(1))
    }
    guard let found else { return nil }
    // Whoever adds it may still fail, and then it would be nowhere.
    guard found.session == nil else {
      throw CaptureStoreError(
        code: .underWay, subject: entry.text, message: "the same content is just being added to it; try again"
      )
    }
    return found.id
  }

  /// Notes what was written, so that it can be told from half a file.
  ///
  /// - Returns: The media that have the same content, if there are any; then nothing has been noted.
  private func seal(_ file: MediaFile, _ written: WrittenFile) throws -> Identifier<Media>? {
    try database.transaction {
      if let other = try mediaOfSameContent(written.digest, in: file.entry) { return other }
      try database.run(
        .sealMedia, .text(file.media.text), .integer(written.byteCount), .blob(written.digest.bytes))
      return nil
    }
  }

  /// Makes the media the entry's own, to be uploaded.
  func own(_ file: MediaFile) throws -> Media {
    defer { tellListeners() }
    return try database.transaction {
      try database.run(.ownMedia, .text(file.media.text))
      let entry = try database.row(.entryState, .text(file.entry.text)) {
        (state: $0.text(0), drop: $0.text(2))
      }
      // What a drop holds is uploaded when all of it is safe.
      if entry?.state == "adding", entry?.drop == nil { try database.run(.openEntry, .text(file.entry.text)) }
      if entry?.drop == nil || entry?.state == "open" {
        try database.run(.insertUpload, .text(file.media.text), .integer(now()))
      }
      return try ownedMedia(file.media)
    }
  }

  /// Gives the name back, after the file is gone, and the entry too if it was to come with the media.
  private func abandon(_ file: MediaFile, isDraft: Bool) throws {
    try database.settle()
    try files.remove(file)
    try database.transaction {
      try database.run(.deleteMedia, .text(file.media.text))
      if isDraft { try database.run(.deleteUnusedEntry, .text(file.entry.text)) }
    }
    if try database.row(.entryState, .text(file.entry.text), read: { _ in true }) == nil {
      try files.removeFolder(of: file.entry)
    }
  }
}
