public import DurableFiles

/// The bytes of an unfinished upload.
public protocol ReceiverPart: AnyObject, Sendable {
  /// Writes all of `bytes` from `offset` on, which is not behind the end.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError)
  /// Puts the bytes on the disk.
  func sync() throws(FileSystemError)
  /// Takes away the bytes from `byteCount` on.
  func truncate(to byteCount: Int) throws(FileSystemError)
  /// Copies bytes from `offset` on into `buffer`, as many as fit and are there, and returns their number.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int
}
