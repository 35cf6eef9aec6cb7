package import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ShareInbox {
  /// Removes a drop that is safe elsewhere.
  ///
  /// Only files that `drop.json` names are removed, then `drop.json`, then the folder. So after a crash
  /// the same call completes what was begun, and what is gone already is no error. While this runs, another
  /// process that reads the drop finds files missing: it must ask whether the drop was taken before it
  /// believes that.
  ///
  /// - Parameter kept: Files that stay, such as `2`; then `drop.json` and the folder stay, too.
  /// - Returns: The names of whatever else is in the folder, which stays with it; none if it is gone.
  /// - Throws: ``DropError`` if `drop.json` cannot be read, and nothing is removed; ``FileSystemError`` if the
  ///   disk fails.
  @discardableResult
  package func remove(_ drop: Drop, except kept: Set<String> = []) throws -> [FilePath] {
    guard let inbox = try existing(), let folder = try inbox.folderIfThere(FilePath(drop.id)) else {
      return []
    }
    if let files = try files(in: folder, of: drop) {
      for file in files where !kept.contains(file) { try Self.removeFile(FilePath(file), in: folder) }
      if files.contains(where: kept.contains) {
        try folder.sync()
        return []
      }
      // The files are gone for good before that which names them is.
      try folder.sync()
      try folder.remove(DropManifest.fileName)
    }
    let foreign = try folder.names()
    if foreign.isEmpty { try inbox.removeFolder(FilePath(drop.id)) }
    try inbox.sync()
    return foreign
  }

  /// The files that `drop.json` names, or `nil` if it has been removed.
  private func files(in folder: Folder, of drop: Drop) throws -> [String]? {
    do {
      return try contents(in: folder, of: drop).files.map(\.file)
    } catch {
      // Another process may have removed it just now.
      if try Self.kind(of: DropManifest.fileName, in: folder) == nil { return nil }
      throw error
    }
  }

  /// What is left of drops that were never finished: names such as `.new-…`, of any age.
  ///
  /// - Throws: ``FileSystemError`` if the inbox cannot be listed.
  package func unfinished() throws(FileSystemError) -> [FilePath] {
    guard let inbox = try existing() else { return [] }
    var names: [FilePath] = []
    for name in try inbox.names() where Self.isUnfinished(name) {
      if try Self.kind(of: name, in: inbox) == .folder { names.append(name) }
    }
    return names
  }

  /// Removes what is left of drops whose process died.
  ///
  /// No lock tells whether a process is still at work: iOS ends an app that holds one in a shared container
  /// when it is suspended. The age tells it: of the folder and of each file in it, which a copy that
  /// goes on keeps young.
  ///
  /// - Parameter age: How long nothing must have changed; 24 hours by default.
  /// - Returns: The names of the folders that are gone.
  /// - Throws: ``FileSystemError`` if the disk fails. A folder inside of one of these is not ours, and is such
  ///   a failure.
  @discardableResult
  package func sweep(olderThan age: Duration = .seconds(24 * 60 * 60)) throws(FileSystemError) -> [FilePath] {
    guard let inbox = try existing() else { return [] }
    let limit = Duration.seconds(now().timeIntervalSince1970) - age
    var removed: [FilePath] = []
    for name in try unfinished() {
      guard let folder = try inbox.folderIfThere(name),
        let last = try Self.changedLast(name, folder, in: inbox), last < limit
      else { continue }
      for file in try folder.names() { try folder.remove(file) }
      if try inbox.removeFolder(name) { removed.append(name) }
    }
    if !removed.isEmpty { try inbox.sync() }
    return removed
  }

  private static func isUnfinished(_ name: FilePath) -> Bool {
    let prefix = unfinishedPrefix.utf8
    guard name.bytes.starts(with: prefix) else { return false }
    return UUIDv7.isWellFormed(FilePath(bytes: name.bytes.dropFirst(prefix.count)).description)
  }

  /// The latest change of the folder `name` or of anything in it; `nil` if something goes away meanwhile.
  private static func changedLast(
    _ name: FilePath, _ folder: Folder, in inbox: Folder
  ) throws(FileSystemError) -> Duration? {
    do throws(FileSystemError) {
      var last = try inbox.status(name).modifiedAt
      for file in try folder.names() { last = max(last, try folder.status(file).modifiedAt) }
      return last
    } catch  where error.errno == ENOENT {
      return nil
    }
  }

  /// Removes the file `name`, and leaves a folder of that name where it is.
  static func removeFile(_ name: FilePath, in folder: Folder) throws(FileSystemError) {
    if try kind(of: name, in: folder) != .folder { try folder.remove(name) }
  }
}
