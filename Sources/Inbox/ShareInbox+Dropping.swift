package import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ShareInbox {
  /// What the name of a folder begins with in which a drop is being made; its id follows.
  static let unfinishedPrefix = ".new-"

  /// Copies files into the inbox as one drop, whatever the encoding of their names.
  ///
  /// - Throws: As ``drop(files:)``.
  package func drop(_ files: [FilePath]) throws(FileSystemError) -> (drop: Drop, contents: Drop.Contents) {
    if files.isEmpty {
      throw FileSystemError(code: .io, path: path.description, message: "no files were given to be copied")
    }
    let moment = Date(timeIntervalSince1970: (now().timeIntervalSince1970 * 1000).rounded() / 1000)
    let id = UUIDv7.text(moment, random: (random(), random()))
    guard let drop = Drop(id: id) else {
      throw FileSystemError(code: .io, path: path.description, message: "the clock shows no possible time")
    }
    let inbox = try Folder.making(path)
    let name = FilePath(Self.unfinishedPrefix + id)
    try inbox.makeFolder(name, temporaries: temporaries)
    // The folder stays open, so that it can be emptied even if no more files can be opened.
    var folder: Folder?
    do throws(FileSystemError) {
      let opened = try inbox.folder(name)
      folder = opened
      let contents = Drop.Contents(createdAt: moment, files: try copy(files, into: opened))
      try write(contents, into: opened)
      try opened.sync()
      try publish(name, as: FilePath(id), in: inbox)
      return (drop, contents)
    } catch {
      discard(name, folder, count: files.count, in: inbox)
      throw error
    }
  }

  private func copy(_ files: [FilePath], into folder: Folder) throws(FileSystemError) -> [Drop.File] {
    var copies: [Drop.File] = []
    for (index, file) in files.enumerated() {
      let source = try FileByteSource(file)
      let target = try folder.create(FilePath("\(index + 1)"), temporaries: temporaries)
      let count = try FileCopy().copy(source, to: target)
      try target.finish()
      let name = String(decoding: file.name, as: UTF8.self)
      copies.append(Drop.File(file: "\(index + 1)", name: name, byteCount: count))
    }
    return copies
  }

  private func write(_ contents: Drop.Contents, into folder: Folder) throws(FileSystemError) {
    let manifest = DropManifest(createdAt: contents.createdAt, files: contents.files)
    let bytes = try JSONFile.bytes(manifest, for: folder.path(of: DropManifest.fileName))
    if bytes.count > DropManifest.byteLimit {
      throw FileSystemError(
        code: .io, path: path.description, message: "too many files for one drop; share fewer at once")
    }
    let file = try folder.create(DropManifest.fileName, temporaries: temporaries)
    try file.write(bytes)
    try file.finish()
  }

  /// Gives the finished drop its name.
  private func publish(_ name: FilePath, as final: FilePath, in inbox: Folder) throws(FileSystemError) {
    try temporaries.publishFolder(inbox.path(of: name)) { () throws(FileSystemError) in
      try rename(name, to: final, in: inbox)
    }
  }

  /// Renames the folder of the drop, and takes that back if it may not survive a crash.
  private func rename(_ name: FilePath, to final: FilePath, in inbox: Folder) throws(FileSystemError) {
    try inbox.rename(name, to: final)
    do throws(FileSystemError) {
      try inbox.sync()
    } catch {
      // A failure here adds nothing to the first one, which the caller is told.
      try? inbox.rename(final, to: name)
      throw error
    }
  }

  /// Removes what was made of a drop that has failed.
  ///
  /// What cannot be removed is left to ``sweep(olderThan:)``: the caller is told of the first failure.
  private func discard(_ name: FilePath, _ folder: Folder?, count: Int, in inbox: Folder) {
    // The drop may have its name already, and keep it: then it is whole, and stays so.
    if (try? Self.kind(of: name, in: inbox)) == .folder {
      for number in 1...count { _ = try? folder?.remove(FilePath("\(number)")) }
      _ = try? folder?.remove(DropManifest.fileName)
      _ = try? inbox.removeFolder(name)
    }
    temporaries.forgetFolder(inbox.path(of: name))
  }
}
