import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ShareInbox {
  /// The folder of drops that were refused.
  static let asideName: FilePath = "aside"

  /// Moves a drop out of the way and keeps what was refused of it, with the reasons.
  ///
  /// Files of the drop that are not refused are removed: they must be safe elsewhere. A refusal of
  /// `drop.json` keeps all. The reasons are on the disk before anything else happens, and the first ones
  /// stay: after a crash the same call, with any reasons, completes what was begun. A drop that is gone or
  /// set aside already is no error.
  ///
  /// - Parameter refusals: At least one, unless the drop has been refused before.
  /// - Throws: ``FileSystemError`` if the disk fails.
  package func setAside(_ drop: Drop, _ refusals: [Refusal]) throws {
    guard let inbox = try existing(), let folder = try inbox.folderIfThere(FilePath(drop.id)) else {
      return
    }
    var refusals = refusals
    if try Self.kind(of: RefusedFiles.fileName, in: folder) == nil {
      try write(refusals, into: folder)
    } else {
      refusals = try Self.refusals(in: folder)
    }
    try removeTaken(drop, refusals, in: folder)
    try folder.sync()
    let aside = try inbox.makingFolder(Self.asideName)
    do throws(FileSystemError) {
      try inbox.rename(FilePath(drop.id), to: FilePath(drop.id), in: aside)
    } catch {
      // Another process may have moved it meanwhile.
      if error.code != .notFound { throw error }
    }
    try aside.sync()
    try inbox.sync()
  }

  /// Notes what of a drop is not taken, before anything else happens to it.
  ///
  /// What was noted before no longer counts. ``setAside(_:_:)`` keeps to what is noted, so a process that dies
  /// between the two leaves behind what tells the next one which files are safe elsewhere.
  ///
  /// - Parameter refusals: None if all of the drop is taken.
  /// - Throws: ``FileSystemError`` if the disk fails.
  package func note(_ refusals: [Refusal], of drop: Drop) throws {
    guard let inbox = try existing(), let folder = try inbox.folderIfThere(FilePath(drop.id)) else {
      return
    }
    if refusals.isEmpty {
      if try folder.remove(RefusedFiles.fileName) { try folder.sync() }
    } else {
      try write(refusals, into: folder)
    }
  }

  /// Whether something of the drop is noted as not taken.
  package func isRefused(_ drop: Drop) throws -> Bool {
    guard let folder = try folder(of: drop) else { return false }
    return try Self.kind(of: RefusedFiles.fileName, in: folder) != nil
  }

  /// The drops that were set aside, the oldest first.
  ///
  /// - Throws: ``FileSystemError`` if the inbox cannot be listed.
  package func asideDrops() throws -> [RefusedDrop] {
    guard let inbox = try existing(), let aside = try inbox.folderIfThere(Self.asideName) else {
      return []
    }
    return try Self.drops(in: aside).map { drop in
      let folder = try aside.folder(FilePath(drop.id))
      return RefusedDrop(drop: drop, refusals: try Self.refusals(in: folder))
    }
  }

  private func write(_ refusals: [Refusal], into folder: Folder) throws(FileSystemError) {
    let bytes = try JSONFile.bytes(
      RefusedFiles(refused: refusals), for: folder.path(of: RefusedFiles.fileName))
    let name = FilePath(RefusedFiles.unfinishedPrefix + String(random(), radix: 16))
    let file = try folder.create(name, temporaries: temporaries)
    do throws(FileSystemError) {
      try file.write(bytes)
      try file.finish()
      try publish(name, as: RefusedFiles.fileName, in: folder)
    } catch {
      temporaries.remove(file.path)
      // Another process may have told its reasons first, and removed what it took for a leftover.
      let isTold = try Self.kind(of: RefusedFiles.fileName, in: folder) != nil
      if error.code != .notFound || !isTold { throw error }
    }
    try folder.sync()
  }

  private func publish(_ name: FilePath, as final: FilePath, in folder: Folder) throws(FileSystemError) {
    try temporaries.publish(folder.path(of: name)) { () throws(FileSystemError) in
      try folder.rename(name, to: final)
    }
  }

  /// The reasons in `folder`; none if they cannot be read.
  private static func refusals(in folder: Folder) throws -> [Refusal] {
    guard try kind(of: RefusedFiles.fileName, in: folder) == .file,
      let bytes = try JSONFile.read(RefusedFiles.fileName, in: folder, limit: DropManifest.byteLimit)
    else { return [] }
    return RefusedFiles.refusals(bytes)
  }

  /// Removes the files that are neither refused nor unknown, and what a crash left of `refused.json`.
  private func removeTaken(_ drop: Drop, _ refusals: [Refusal], in folder: Folder) throws {
    let refused = Set(refusals.map(\.file))
    if !refused.isEmpty && !refused.contains(DropManifest.fileName.description) {
      for file in try contents(in: folder, of: drop).files where !refused.contains(file.file) {
        try Self.removeFile(FilePath(file.file), in: folder)
      }
    }
    for name in try folder.names() where name.bytes.starts(with: RefusedFiles.unfinishedPrefix.utf8) {
      try Self.removeFile(name, in: folder)
    }
  }
}
