/// Random access to the bytes of a file or of memory.
///
/// Readers ask for what they need and never hold a whole file. A source may be asked from several
/// threads at once.
package protocol ByteSource: Sendable {
  /// The name that errors give, as the caller wrote it.
  var name: String { get }
  /// How many bytes there are.
  var byteCount: Int { get }

  /// Copies bytes from `offset` on into `buffer`, as many as fit and are there.
  ///
  /// - Returns: The number of bytes copied; 0 at or behind the end, which is not an error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int
}
