import CFileCopy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that grows over several runs of a process, open for reading and writing.
///
/// It may be used from several threads, but what they write to one place they must order themselves.
package final class GrowingFile: Sendable {
  /// The name that errors give.
  package let path: FilePath
  private let descriptor: CInt

  /// Takes over the open file `descriptor`.
  fileprivate init(path: FilePath, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Writes all of `bytes` from `offset` on.
  ///
  /// - Throws: ``FileSystemError``; some of the bytes may be written then.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError) {
    var done = 0
    while done < bytes.count {
      let count = SystemCall.repeating {
        pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
      if count < 0 { throw FileSystemError(call: "write", path: path.description, errno: errno) }
      done += count
    }
    startSyncing(from: offset, to: offset + bytes.count)
  }

  /// Lets the system put whole blocks on the disk while more comes, so that ``sync()`` has less to wait for.
  private func startSyncing(from start: Int, to end: Int) {
    let (first, last) = (start / Self.syncingByteCount, end / Self.syncingByteCount)
    guard last > first else { return }
    // It is a hint: what goes wrong on the way to the disk, `sync()` tells.
    _ = fc_start_writing(
      descriptor, Int64(first * Self.syncingByteCount), Int64((last - first) * Self.syncingByteCount))
  }

  private static let syncingByteCount = 1 << 20

  /// Copies bytes from `offset` on into `buffer`, as many as fit and are there, and returns their number.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    try SystemCall.readAll(descriptor, into: buffer, at: offset, path: path.description)
  }

  /// Puts the content on the disk.
  package func sync() throws(FileSystemError) {
    if SystemCall.repeating({ fsync(descriptor) }) != 0 {
      throw FileSystemError(call: "fsync", path: path.description, errno: errno)
    }
  }

  /// Takes away the bytes from `byteCount` on.
  package func truncate(to byteCount: Int) throws(FileSystemError) {
    if SystemCall.repeating({ ftruncate(descriptor, off_t(byteCount)) }) != 0 {
      throw FileSystemError(call: "ftruncate", path: path.description, errno: errno)
    }
  }

  /// What the system tells of the file now.
  package func status() throws(FileSystemError) -> FileStatus {
    guard let status = FileStatus(descriptor: descriptor) else {
      throw FileSystemError(call: "fstat", path: path.description, errno: errno)
    }
    return status
  }
}

extension Folder {
  /// Opens the file `name` to write more to it, or makes it.
  ///
  /// - Parameter isNew: Whether it is made, and nothing may have the name yet; if not, it must be there.
  /// - Throws: ``FileSystemError`` if it is a link, no regular file, missing, or there already.
  package func growingFile(_ name: FilePath, isNew: Bool) throws(FileSystemError) -> GrowingFile {
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (isNew ? O_CREAT | O_EXCL : 0)
    let descriptor = try at(name, "open") { openat($0, $1, flags, mode_t(0o600)) }
    let file = GrowingFile(path: path(of: name), descriptor: descriptor)
    guard try file.status().kind == .file else {
      throw FileSystemError(code: .io, path: file.path.description, message: "is no regular file")
    }
    return file
  }
}
