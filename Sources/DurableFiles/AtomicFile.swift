#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name complete and on the disk, or not at all.
///
/// The bytes go to a temporary file in the same folder, which is synced and then renamed; the folder
/// is synced last. A file that was there before is replaced as a whole, so nothing of a longer one
/// is left behind, and a symbolic link is replaced itself and never written through.
package struct AtomicFile: Sendable {
  /// Where the file appears.
  package let path: FilePath
  /// Whether something that is there already is replaced. If not, it is an error even when it
  /// appears while the file is being written.
  package let overwriting: Bool
  /// Where the temporary file is listed for as long as it exists.
  package let temporaries: TemporaryFiles
  /// A test replaces a call to make it fail.
  var calls = SystemCalls()

  package init(path: FilePath, overwriting: Bool, temporaries: TemporaryFiles = TemporaryFiles()) {
    self.path = path
    self.overwriting = overwriting
    self.temporaries = temporaries
  }

  /// Writes the file.
  ///
  /// - Throws: ``FileSystemError`` with the first thing that went wrong. The temporary file is gone
  ///   then, and what was at ``path`` before is untouched, unless the file was complete and only its
  ///   folder could not be synced.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
    let (temporary, descriptor) = try create()
    do throws(FileSystemError) {
      try fill(descriptor, with: bytes)
      try temporaries.publish(temporary) { () throws(FileSystemError) in try rename(temporary) }
    } catch {
      temporaries.remove(temporary)
      throw error
    }
    try syncFolder()
  }

  /// Creates a temporary file under a random name that nothing has.
  private func create() throws(FileSystemError) -> (path: FilePath, descriptor: CInt) {
    let folder = path.folder
    while true {
      let temporary = folder.appending(Self.temporaryName().utf8)
      let descriptor = temporaries.create(temporary) { temporary.withCString(calls.create) }
      if descriptor >= 0 { return (temporary, descriptor) }
      if errno != EEXIST && errno != EINTR {
        throw FileSystemError(call: "open", path: folder.description, errno: errno)
      }
    }
  }

  private static func temporaryName() -> String {
    let letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    let word = (0..<8).compactMap { _ in letters.randomElement() }
    return ".shutterbox-\(String(word)).tmp"
  }

  /// Writes all bytes, syncs them to the disk and closes the descriptor, whatever happens.
  private func fill(
    _ descriptor: CInt, with bytes: UnsafeRawBufferPointer
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      var rest = bytes
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = try retrying("write") { calls.write(descriptor, start, rest.count) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      _ = try retrying("fsync") { Int(calls.sync(descriptor)) }
    } catch {
      close(descriptor)
      throw error
    }
    // close(2) may tell of a failed write. After EINTR the state of the descriptor is unspecified and
    // on Linux it is closed, so the call is not repeated.
    if close(descriptor) != 0 && errno != EINTR {
      throw FileSystemError(call: "close", path: path.description, errno: errno)
    }
  }

  /// Gives the temporary file its name.
  private func rename(_ temporary: FilePath) throws(FileSystemError) {
    let result = temporary.withCString { source in
      path.withCString { target in
        overwriting ? calls.rename(source, target) : renameIfFree(source, target)
      }
    }
    if result != 0 { throw FileSystemError(call: "rename", path: path.description, errno: errno) }
  }

  /// Like rename(2), but fails with `EEXIST` if something has the name `target`.
  private func renameIfFree(
    _ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>
  ) -> CInt {
    if calls.link(source, target) == 0 {
      unlink(source)
      return 0
    }
    // link(2): "EPERM The filesystem containing oldpath and newpath does not support the creation of
    // hard links." Memory cards answer so, and some network file systems with the others.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return -1 }

    // There an empty file takes the name first, which only one of two writers can do.
    let claim = calls.create(target)
    guard claim >= 0 else { return -1 }
    close(claim)
    if calls.rename(source, target) == 0 { return 0 }
    let number = errno
    unlink(target)
    errno = number
    return -1
  }

  /// Syncs the folder, without which a crash may undo the rename.
  private func syncFolder() throws(FileSystemError) {
    let folder = path.folder
    let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor < 0 {
      // A folder that may be written to but not listed cannot be opened for syncing.
      if errno == EACCES { return }
      throw FileSystemError(call: "open", path: folder.description, errno: errno)
    }
    defer { close(descriptor) }
    do throws(FileSystemError) {
      _ = try retrying("fsync") { Int(calls.sync(descriptor)) }
    } catch {
      // fsync(2): "EROFS, EINVAL fd is bound to a special file which does not support
      // synchronization", as folders are on some network file systems.
      if error.errno != EINVAL { throw error }
    }
  }

  /// Repeats `call` until no signal interrupts it.
  private func retrying(_ name: String, _ call: () -> Int) throws(FileSystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR {
        throw FileSystemError(call: name, path: path.description, errno: errno)
      }
    }
  }
}
