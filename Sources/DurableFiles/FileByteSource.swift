#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file as a ``ByteSource``; it is open for as long as the value lives.
///
/// Reads go through pread(2), not through a mapping: a file that another process cuts short while it
/// is read gives fewer bytes here, where a mapping would end the process with SIGBUS.
package final class FileByteSource: ByteSource {
  package let name: String
  package let byteCount: Int
  let descriptor: CInt

  /// Opens the file at `path` for reading.
  ///
  /// - Throws: ``FileSystemError`` if it is missing, unreadable or no regular file.
  package convenience init(path: String) throws(FileSystemError) {
    try self.init(FilePath(path))
  }

  /// Opens the file at `filePath` for reading, whatever the encoding of its name.
  ///
  /// - Throws: ``FileSystemError`` if it is missing, unreadable or no regular file.
  package convenience init(_ filePath: FilePath) throws(FileSystemError) {
    // O_NONBLOCK: a named pipe must be refused, not waited for.
    let descriptor = SystemCall.repeating {
      filePath.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    }
    guard descriptor >= 0 else {
      throw FileSystemError(call: "open", path: filePath.description, errno: errno)
    }
    try self.init(descriptor: descriptor, name: filePath.description)
  }

  /// Takes over the open file `descriptor`, and closes it in the end or if this throws.
  ///
  /// - Throws: ``FileSystemError`` if it is no regular file.
  init(descriptor: CInt, name: String) throws(FileSystemError) {
    self.descriptor = descriptor
    self.name = name
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw FileSystemError(call: "fstat", path: name, errno: number)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: byteCount = Int(status.st_size)
    case S_IFDIR:
      close(descriptor)
      throw FileSystemError(call: "open", path: name, errno: EISDIR)
    default:
      close(descriptor)
      throw FileSystemError(code: .io, path: name, message: "is neither a file nor a folder")
    }
  }

  deinit { close(descriptor) }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    try SystemCall.readAll(descriptor, into: buffer, at: offset, path: name)
  }

  /// What the system tells of the file now, which may have changed since it was opened.
  package func status() throws(FileSystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileSystemError(call: "fstat", path: name, errno: errno)
    }
    return FileStatus(status)
  }
}
