package import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The road of a capture: photos are prepared, movies copied, and both belong to an entry that deletes them in
/// the end.
///
///     let journal = try await CaptureJournal.open(home: folder)
///     let report = try await journal.add([.file(photo)], to: .draft(journal.store.newEntry(text: "The lake")))
///     …
///     try await journal.store.finish(entry)
///
/// No branch hands a photo's bytes through: one that cannot be cleaned is an error, and nothing of it is stored
/// or queued.
public struct CaptureJournal: Sendable {
  /// The entries, the media they own, and which are to be uploaded.
  public let store: CaptureStore
  /// Where drops are that are to become entries: `inbox` in the home folder, unless another was named.
  public let inbox: ShareInbox
  private let home: FilePath

  /// Opens the captures in the folder at `home`, which is made if it is missing.
  ///
  /// What a process that died left half done is completed or undone; `store.recovery` says what.
  ///
  /// - Parameter home: The folder of the captures.
  /// - Parameter inbox: Where a share extension leaves its drops, such as in the container of the app group; `inbox`
  ///   in the home folder by default.
  /// - Throws: ``LedgerError`` or ``FileSystemError`` as ``CaptureStore`` does.
  public static func open(home: URL, inbox: URL? = nil) async throws -> CaptureJournal {
    try await open(home: FilePath(home.path), inbox: inbox.map { FilePath($0.path) })
  }

  package static func open(
    home: FilePath, inbox: FilePath? = nil, temporaries: TemporaryFiles = TemporaryFiles()
  ) async throws -> CaptureJournal {
    CaptureJournal(
      store: try await CaptureStore.open(home: home, temporaries: temporaries),
      inbox: ShareInbox(inbox ?? home.appending("inbox".utf8), temporaries: temporaries), home: home)
  }

  /// The bytes of a photo or movie that come piece by piece, such as from a network, as an item to add.
  ///
  /// They are gathered on the disk, in a file without a name that goes with the process, so a long movie takes
  /// no memory.
  ///
  /// - Parameters:
  ///   - pieces: The bytes in order. What it throws, this throws.
  ///   - name: What errors call it.
  /// - Throws: ``FileSystemError`` if the disk fails.
  public func item<Pieces: AsyncSequence>(
    streaming pieces: Pieces, name: String = "stream"
  ) async throws -> CaptureItem where Pieces.Element == Data {
    let file = try Folder(home).unnamedFile(called: name)
    for try await piece in pieces { try piece.withUnsafeBytes { try file.write($0) } }
    return .source(try file.finish())
  }

  /// As ``item(streaming:name:)``, for what an open file or a pipe gives until its end.
  package func item(reading descriptor: CInt, name: String) throws -> CaptureItem {
    let file = try Folder(home).unnamedFile(called: name)
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = chunk.withUnsafeMutableBytes { SystemCall.readBytes(descriptor, into: $0) }
      if count == 0 { return .source(try file.finish()) }
      if count < 0 { throw FileSystemError(call: "read", path: name, errno: errno) }
      try chunk[..<count].withUnsafeBytes { try file.write($0) }
    }
  }
}
