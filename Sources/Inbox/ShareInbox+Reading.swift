package import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ShareInbox {
  /// The drops that are whole and not set aside, the oldest first.
  ///
  /// Whatever is not called like a drop, is a link or is no folder, is passed over. An inbox that is not
  /// there yet is empty.
  ///
  /// - Throws: ``FileSystemError`` if the inbox cannot be listed.
  package func drops() throws(FileSystemError) -> [Drop] {
    guard let inbox = try existing() else { return [] }
    return try Self.drops(in: inbox)
  }

  /// What `drop.json` says, of a drop whose files may still be missing or damaged: ``open(_:of:)`` tells.
  ///
  /// - Parameter isRefusalError: Whether it is an error, `refused`, that something is noted as not taken.
  /// - Throws: ``DropError`` if the drop cannot be read; of these, `gone` and `refused` are left over from
  ///   work that another process does or did. ``FileSystemError`` if the disk fails, which may be over the
  ///   next time.
  package func contents(of drop: Drop, isRefusalError: Bool = true) throws -> Drop.Contents {
    guard let folder = try folder(of: drop) else { throw gone(drop) }
    let names = try folder.names()
    // The folder is removed last.
    if names.isEmpty { throw gone(drop) }
    if isRefusalError && names.contains(RefusedFiles.fileName) {
      throw DropError(
        code: .refused, drop: drop, file: RefusedFiles.fileName.description, message: "is being set aside")
    }
    do {
      return try contents(in: folder, of: drop)
    } catch {
      // It may have been removed after the names were listed.
      throw try folder.names().isEmpty ? gone(drop) : error
    }
  }

  /// Opens a file of a drop.
  ///
  /// - Throws: ``DropError`` if the file is missing, is a link or no regular file, or has another size than
  ///   was copied; ``FileSystemError`` if the disk fails.
  package func open(_ file: Drop.File, of drop: Drop) throws -> FileByteSource {
    guard let folder = try folder(of: drop) else { throw gone(drop) }
    let name = FilePath(file.file)
    switch try Self.kind(of: name, in: folder) {
    case nil: throw DropError(code: .missing, drop: drop, file: file.file, message: "is missing")
    case .file?: break
    default:
      throw DropError(
        code: .notAFile, drop: drop, file: file.file, message: "is a link, folder or pipe in place of a file")
    }
    let source = try folder.open(name)
    if source.byteCount != file.byteCount {
      throw DropError(
        code: .sizeDiffers, drop: drop, file: file.file,
        message: "has \(source.byteCount) bytes, and \(file.byteCount) were copied")
    }
    return source
  }

  /// What `drop.json` in `folder` says, even if the drop is being removed or set aside.
  func contents(in folder: Folder, of drop: Drop) throws -> Drop.Contents {
    switch try Self.kind(of: DropManifest.fileName, in: folder) {
    case nil: throw DropManifest.damaged(drop, "is missing")
    case .file?: break
    default: throw DropManifest.damaged(drop, "is a link, folder or pipe in place of a file")
    }
    let bytes = try JSONFile.read(DropManifest.fileName, in: folder, limit: DropManifest.byteLimit)
    guard let bytes else { throw DropManifest.damaged(drop, "is too large") }
    return try DropManifest.contents(bytes, of: drop)
  }

  /// The inbox, or `nil` if it is not there yet.
  func existing() throws(FileSystemError) -> Folder? {
    do throws(FileSystemError) {
      return try Folder(path)
    } catch  where error.errno == ENOENT {
      return nil
    }
  }

  /// The folder of a drop, or `nil` if there is none.
  func folder(of drop: Drop) throws(FileSystemError) -> Folder? {
    guard let inbox = try existing() else { return nil }
    return try inbox.folderIfThere(FilePath(drop.id))
  }

  /// The folders in `parent` that are called like drops, the oldest first.
  static func drops(in parent: Folder) throws(FileSystemError) -> [Drop] {
    var drops: [Drop] = []
    for name in try parent.names() {
      guard let drop = Drop(id: name.description), try kind(of: name, in: parent) == .folder else { continue }
      drops.append(drop)
    }
    // Names are sorted, and so are times in these.
    return drops
  }

  /// What `name` is itself, or `nil` if there is nothing of that name.
  static func kind(of name: FilePath, in parent: Folder) throws(FileSystemError) -> FileStatus.Kind? {
    do throws(FileSystemError) {
      return try parent.status(name).kind
    } catch  where error.errno == ENOENT {
      return nil
    }
  }

  private func gone(_ drop: Drop) -> DropError {
    DropError(
      code: .gone, drop: drop, file: DropManifest.fileName.description, message: "has been removed already")
  }
}
