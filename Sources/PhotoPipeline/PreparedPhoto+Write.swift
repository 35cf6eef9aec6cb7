import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PreparedPhoto {
  /// Writes the JPEG file to `url`, complete and synced to the disk, or not at all.
  ///
  /// A symbolic link at `url` is replaced itself; the file that it leads to stays as it is.
  ///
  /// - Parameter url: The file; its folder must exist.
  /// - Parameter overwriting: Whether a file that is there already is replaced.
  /// - Throws: ``FileSystemError``, with the code `exists` if there is a file and it must not be
  ///   replaced. Nothing is left behind then.
  public func write(to url: URL, overwriting: Bool) throws {
    guard url.isFileURL, !url.path.isEmpty else {
      throw FileSystemError(code: .notFound, path: url.absoluteString, message: "is no path of a file")
    }
    let path = FilePath(url.path)
    let file = AtomicFile(path: path, overwriting: overwriting)
    try jpeg.withUnsafeBytes { try file.write($0) }
  }
}
