#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of which processes lock single bytes to show that they are alive.
///
/// The locks are those of the open file ("open file description locks", fcntl(2)): they go when it is closed, at
/// the latest when the process ends, however it ends. They say nothing about the bytes of the file, which
/// need not exist.
package final class LockFile: Sendable {
  #if canImport(Darwin)
    private static let setLock: CInt = 90  // F_OFD_SETLK
    private static let getLock: CInt = 92  // F_OFD_GETLK
  #else
    private static let setLock: CInt = 37  // F_OFD_SETLK
    private static let getLock: CInt = 36  // F_OFD_GETLK
  #endif

  private let descriptor: CInt
  private let path: String

  /// Takes over the open file `descriptor`.
  init(descriptor: CInt, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    // A child of this process has the open file as well until it becomes another program, so to close it here would
    // not always end the locks. If this fails there are none.
    var request = Self.request(0, type: F_UNLCK)
    request.l_len = 0
    _ = fcntl(descriptor, Self.setLock, &request)
    close(descriptor)
  }

  /// Locks the byte at the offset `byte`.
  ///
  /// - Returns: Whether it could be locked; `false` if another open file has locked it.
  /// - Throws: ``FileSystemError`` if the file system cannot lock.
  package func lock(byte: Int) throws(FileSystemError) -> Bool {
    var request = Self.request(byte)
    if SystemCall.repeating({ fcntl(descriptor, Self.setLock, &request) }) == 0 { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw FileSystemError(call: "fcntl", path: path, errno: errno)
  }

  /// Whether another open file has locked the byte at the offset `byte`.
  package func isLocked(byte: Int) throws(FileSystemError) -> Bool {
    var request = Self.request(byte)
    guard SystemCall.repeating({ fcntl(descriptor, Self.getLock, &request) }) == 0 else {
      throw FileSystemError(call: "fcntl", path: path, errno: errno)
    }
    return request.l_type != F_UNLCK
  }

  private static func request(_ byte: Int, type: CInt = CInt(F_WRLCK)) -> flock {
    var request = flock()
    request.l_type = .init(type)
    request.l_whence = .init(SEEK_SET)
    request.l_start = off_t(byte)
    request.l_len = 1
    // fcntl(2): "must be set to 0 by the caller" for locks of this kind.
    request.l_pid = 0
    return request
  }
}

extension Folder {
  /// Opens the file `name` for locking, and makes it if it is missing.
  ///
  /// - Throws: ``FileSystemError`` if it is a link or cannot be opened.
  package func lockFile(_ name: FilePath) throws(FileSystemError) -> LockFile {
    LockFile(descriptor: try openOrCreate(name), path: path(of: name).description)
  }

  /// Makes the empty file `name`, unless it is there.
  ///
  /// - Throws: ``FileSystemError`` if it is a link or cannot be opened.
  package func makeFileIfMissing(_ name: FilePath) throws(FileSystemError) {
    close(try openOrCreate(name))
  }

  private func openOrCreate(_ name: FilePath) throws(FileSystemError) -> CInt {
    try at(name, "open") { openat($0, $1, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
  }
}
