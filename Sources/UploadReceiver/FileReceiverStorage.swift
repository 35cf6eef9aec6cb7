public import DurableFiles

/// Keeps what comes in a folder: `<entry>/<media>.jpg` with a `<media>.json` beside, and unfinished uploads in
/// `.uploads`.
public final class FileReceiverStorage: Sendable {
  package let folder: Folder

  /// Opens the folder at `path`, which is made if it is missing, with the folders above it.
  ///
  /// - Throws: ``FileSystemError`` if it cannot be used, with the code `exists` if another receiver uses it.
  public convenience init(path: String) throws(FileSystemError) {
    self.init(try Folder.making(FilePath(path)))
  }

  init(_ folder: Folder) {
    self.folder = folder
  }
}
