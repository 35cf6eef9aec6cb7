public import Foundation

extension PreparedPhoto {
  /// Writes the JPEG file to `url`, complete and synced to the disk, or not at all.
  ///
  /// A symbolic link at `url` is replaced itself; the file that it leads to stays as it is.
  ///
  /// - Parameter overwriting: Whether a file that is there already is replaced.
  /// - Throws: ``FileSystemError``, with the code `exists` if there is a file and it must not be
  ///   replaced. Nothing is left behind then.
  public func write(to url: URL, overwriting: Bool) throws {
    let path = url.withUnsafeFileSystemRepresentation { representation in
      representation.map { FilePath(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
    guard url.isFileURL, let path else {
      throw FileSystemError(code: .notFound, path: url.absoluteString, message: "is no path of a file")
    }
    let file = AtomicFile(path: path, overwriting: overwriting)
    try jpeg.withUnsafeBytes { try file.write($0) }
  }
}
