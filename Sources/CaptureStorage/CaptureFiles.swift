import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of captures: `captures/<entry>/<media>.<extension>` in the home folder.
///
/// Everything is done relative to open folders, no link is followed, and no name is used that is not the
/// media's own, whatever the ledger says.
struct CaptureFiles: Sendable {
  /// The folder that holds a folder for each entry.
  static let capturesName: FilePath = "captures"

  let home: Folder
  /// Where files are listed for as long as they are being written.
  let temporaries: TemporaryFiles

  /// The folder of `entry`, or `nil` if there is none.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `notOwned` if a link or a file has its place.
  func folder(of entry: Identifier<Entry>) throws -> Folder? {
    guard let captures = try folderIfThere(Self.capturesName, in: home) else { return nil }
    return try folderIfThere(FilePath(entry.text), in: captures)
  }

  /// The folder of all captures, or `nil` if there is none.
  func captures() throws -> Folder? {
    try folderIfThere(Self.capturesName, in: home)
  }

  /// The folder of `entry`, which is made if it is missing.
  ///
  /// - Parameter isNew: Whether nothing has been added to the entry for good. Then the folder may be new, whoever
  ///   made it, and the folder of all captures has to be synced when there is something in it.
  func makeFolder(of entry: Identifier<Entry>, isNew: Bool) throws -> EntryFolder {
    let captures = try makeFolder(Self.capturesName, in: home)
    let folder = try makeFolder(FilePath(entry.text), in: captures)
    return EntryFolder(folder: folder, unsyncedParent: isNew ? captures : nil)
  }

  /// Removes the folder of `entry` if nothing is left in it.
  ///
  /// - Returns: Whether it is gone.
  @discardableResult
  func removeFolder(of entry: Identifier<Entry>) throws -> Bool {
    guard let captures = try captures() else { return true }
    do throws(FileSystemError) {
      if try captures.removeFolder(FilePath(entry.text)) { try captures.sync() }
      return true
    } catch  where error.code == .exists {
      return false
    }
  }

  private func folderIfThere(_ name: FilePath, in parent: Folder) throws -> Folder? {
    do throws(FileSystemError) {
      return try parent.folderIfThere(name)
    } catch {
      throw notAFolder(error, name, in: parent)
    }
  }

  private func makeFolder(_ name: FilePath, in parent: Folder) throws -> Folder {
    do throws(FileSystemError) {
      // That of an entry is synced when it holds something.
      return try parent.makingFolder(name, isSynced: name == Self.capturesName)
    } catch {
      throw notAFolder(error, name, in: parent)
    }
  }

  /// open(2) with `O_DIRECTORY` and `O_NOFOLLOW`: "ENOTDIR" or "ELOOP" if it is something else, or a link.
  private func notAFolder(_ error: FileSystemError, _ name: FilePath, in parent: Folder) -> any Error {
    guard error.errno == ENOTDIR || error.errno == ELOOP else { return error }
    return CaptureStoreError(
      code: .notOwned, subject: parent.path(of: name).description,
      message: "a link or a file is in the place of this folder; nothing behind it is touched")
  }
}

/// The folder of an entry, open for adding.
struct EntryFolder: Sendable {
  let folder: Folder
  /// The folder that it lies in, if it is new there.
  let unsyncedParent: Folder?

  /// Makes sure that what has the names in it is on the disk, and that it is itself.
  func sync() throws(FileSystemError) {
    try folder.sync()
    try unsyncedParent?.sync()
  }
}
