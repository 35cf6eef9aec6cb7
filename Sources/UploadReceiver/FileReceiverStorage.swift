public import DurableFiles

/// Keeps what comes in a folder: `<entry>/<media>.jpg` with a `<media>.json` beside it, and unfinished uploads in
/// `.uploads`.
///
/// Every name in it is made here, of ids of a strict form; everything is opened relative to folders that are open,
/// and no link is followed. One receiver at a time may use a folder.
public final class FileReceiverStorage: ReceiverStorage {
  /// What is changed on the disk next. A test ends the work before it.
  enum Step: String, Sendable, CaseIterable {
    case makePart, writeRecord, syncRecord, renameRecord, syncRecordFolder, removeTemporary
    case writeBytes, syncBytes, truncateBytes
    case makeEntry, moveFile, syncFile, removePart, removeRecord, syncRemoval
  }

  /// The folder that holds the entries.
  let root: Folder
  /// The folder of the uploads.
  let uploads: Folder
  /// Called before each change of the disk.
  let willTake: @Sendable (Step) throws(FileSystemError) -> Void
  /// Held until the value goes, which shows others that the folder is in use.
  private let lock: LockFile

  /// Opens the folder at `path`, which is made if it is missing, with the folders above it.
  ///
  /// - Throws: ``FileSystemError`` if it cannot be used, with the code `exists` if another receiver uses it.
  public convenience init(path: String) throws(FileSystemError) {
    try self.init(FilePath(path))
  }

  /// As ``init(path:)``, for a path of any encoding.
  package convenience init(_ path: FilePath) throws(FileSystemError) {
    try self.init(path) { _ in }
  }

  init(_ path: FilePath, willTake: @escaping @Sendable (Step) throws(FileSystemError) -> Void)
    throws(FileSystemError)
  {
    root = try Folder.making(path)
    uploads = try root.makingFolder(".uploads")
    lock = try uploads.lockFile("lock")
    self.willTake = willTake
    guard try lock.lock(byte: 0) else {
      throw FileSystemError(code: .exists, path: path.description, message: "is used by another receiver")
    }
  }

  public func freeByteCount() -> Int? { root.freeByteCount() }

  /// Makes the small file `name` appear whole in `folder`, in place of one that is there.
  func write(_ text: String, as name: FilePath, in folder: Folder) throws(FileSystemError) {
    let temporary = FilePath(".\(name).tmp")
    try willTake(.writeRecord)
    // A crash may have left one.
    try folder.remove(temporary)
    let file = try folder.create(temporary)
    do throws(FileSystemError) {
      try file.write(Array(text.utf8))
      try willTake(.syncRecord)
      try file.finish()
      try willTake(.renameRecord)
      try folder.rename(temporary, to: name)
    } catch {
      // The first failure is told. The file is taken for what a crash left, should it stay.
      _ = try? removeTemporary(temporary, in: folder)
      throw error
    }
    try willTake(.syncRecordFolder)
    try folder.sync()
  }

  func removeTemporary(_ name: FilePath, in folder: Folder) throws(FileSystemError) {
    try willTake(.removeTemporary)
    try folder.remove(name)
  }
}
