import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Holds the files of a share sheet on the disk until all have come, and is gone with them.
struct SharedItemShelf: Sendable {
  private let folder: URL
  private var outcomes: [Result<URL, any Error>] = []

  /// - Throws: The error of the file system if there is no folder for temporary files.
  init(in temporary: URL) throws {
    folder = temporary.appendingPathComponent("shutterbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Where the next file goes: a folder of its own, so that it keeps its name.
  func nextFolder() -> URL { folder.appendingPathComponent("\(outcomes.count)") }

  mutating func note(_ outcome: Result<URL, any Error>) { outcomes.append(outcome) }

  /// Copies `file` into a new folder. Where files can share their blocks, as on APFS, that takes no space.
  static func clone(_ file: URL, into folder: URL) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let copy = folder.appendingPathComponent(file.lastPathComponent)
    try FileManager.default.copyItem(at: file, to: copy)
    return copy
  }

  /// Leaves all files in `inbox` as one drop, and clears the shelf.
  ///
  /// - Throws: ``FileSystemError`` as ``ShareInbox/drop(files:)`` does; the shelf is cleared then, too.
  func drop(into inbox: ShareInbox) throws -> SharedItems {
    // What stays is in the system's folder for temporary files, which the system empties.
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = outcomes.compactMap { try? $0.get() }
    let failures = outcomes.enumerated().compactMap { index, outcome in
      if case .failure(let error) = outcome { (index: index, error: error) } else { nil }
    }
    return SharedItems(drop: files.isEmpty ? nil : try inbox.drop(files: files), failures: failures)
  }
}
