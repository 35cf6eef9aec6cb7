package import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CaptureStore {
  /// Which entries are listed.
  public enum Filter: String, Sendable, CaseIterable {
    /// Entries that are not finished.
    case open
    /// Entries whose media are deleted.
    case finished
    /// Both.
    case all
  }

  /// The newest entries first.
  ///
  /// - Parameter filter: Which states count.
  /// - Parameter limit: How many at most.
  public func entries(_ filter: Filter = .open, limit: Int) throws -> [EntrySummary] {
    let query: Query =
      switch filter {
      case .open: .openEntries
      case .finished: .finishedEntries
      case .all: .allEntries
      }
    let heads = try database.rows(query, .integer(max(0, limit))) { EntryHead($0) }
    return try heads.map { head in
      let sums = try database.row(.entrySums, .text(head.id.text)) { row in
        (0..<5).map { row.integer($0) ?? 0 }
      }
      return head.summary(sums ?? [0, 0, 0, 0, 0])
    }
  }

  /// The entry of the id `id`.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `noSuchEntry` if there is none.
  public func entry(_ id: Identifier<Entry>) throws -> Entry {
    guard let head = try database.row(.entry, .text(id.text), read: { EntryHead($0) }) else {
      throw CaptureStoreError(code: .noSuchEntry, subject: id.text, message: "there is no such entry")
    }
    let media = try database.rows(.mediaOfEntry, .text(id.text)) { MediaRow($0) }.map { try $0.media() }
    let kept = try database.rows(.keptMetadataOfEntry, .text(id.text)) {
      Entry.KeptMetadata(media: Identifier(known: $0.text(0) ?? ""), reason: $0.text(1) ?? "")
    }
    return head.entry(ownedMedia: media, keptMetadata: kept)
  }

  /// The id that `text` is, or that alone begins with it.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `noSuchEntry` or `ambiguous`.
  public func entryID(matching text: String) throws -> Identifier<Entry> {
    let prefix = text.lowercased()
    let isPrefix = !prefix.isEmpty && prefix.allSatisfy { $0 == "-" || $0.isHexDigit && $0.isASCII }
    let found =
      isPrefix ? try database.rows(.entriesByPrefix, .text(prefix)) { $0.text(0) ?? "" } : []
    guard let first = found.first else {
      throw CaptureStoreError(code: .noSuchEntry, subject: text, message: "no entry has an id that begins so")
    }
    guard found.count == 1 || first == prefix else {
      throw CaptureStoreError(
        code: .ambiguous, subject: text,
        message: "more than one entry has an id that begins so; write more of it")
    }
    return Identifier(known: first)
  }

  /// The media of the id `id`.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `noSuchMedia` if no entry owns them.
  public func media(_ id: Identifier<Media>) throws -> Media {
    try ownedMedia(id)
  }

  func ownedMedia(_ id: Identifier<Media>) throws -> Media {
    guard let row = try database.row(.media, .text(id.text), read: { MediaRow($0) }) else {
      throw CaptureStoreError(code: .noSuchMedia, subject: id.text, message: "no entry owns such media")
    }
    return try row.media()
  }

  /// The original's metadata, as JSON, if they are kept.
  public func keptMetadata(of media: Identifier<Media>) throws -> String? {
    try database.row(.keptMetadata, .text(media.text)) { $0.text(0) ?? "" }
  }

  /// Opens the file of `media` for reading.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `notOwned` if a link or another thing is in its place, `changed`
  ///   if it has another size than it was written with; ``FileSystemError`` if it is missing or unreadable.
  package nonisolated func open(_ media: Media) throws -> FileByteSource {
    let name = media.file.split(separator: "/").last.map(String.init) ?? ""
    let file = try MediaFile(entry: media.entry.text, media: media.id.text, name: name)
    guard let folder = try files.folder(of: file.entry) else {
      throw FileSystemError(
        code: .notFound, path: media.file, message: "the folder of the capture is missing")
    }
    guard try folder.status(file.name).kind == .file else { throw file.notAFile }
    let source = try folder.open(file.name)
    guard source.byteCount == media.byteCount else {
      throw CaptureStoreError(
        code: .changed, subject: media.file,
        message: "has \(source.byteCount) bytes instead of \(media.byteCount)")
    }
    return source
  }
}

extension MediaFile {
  var notAFile: CaptureStoreError {
    CaptureStoreError(
      code: .notOwned, subject: path,
      message: "a link or a folder is in the place of this file; it is not touched")
  }
}
