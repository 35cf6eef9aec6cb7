import Threading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The temporary files and folders that exist right now, so that a process that is told to stop can remove them.
///
/// A file is created and gets its final name under the lock, and ``removeAll()`` keeps the lock. What
/// it does not find is therefore either finished or was never begun.
///
/// `@unchecked Sendable` is safe because `paths` and `folders` are only touched under `lock`.
package final class TemporaryFiles: @unchecked Sendable {
  private let lock = ConditionLock()
  private var paths: Set<FilePath> = []
  private var folders: Set<FilePath> = []

  package init() {}

  /// Runs `body`, which creates the file at `path`, and remembers the file if `body` says that it did.
  func create(_ path: FilePath, _ body: () -> CInt) -> CInt {
    lock.lock()
    defer { lock.unlock() }
    let descriptor = body()
    if descriptor >= 0 { paths.insert(path) }
    return descriptor
  }

  /// Runs `body`, which makes the folder at `path`, and remembers the folder if `body` says that it did.
  func createFolder(_ path: FilePath, _ body: () -> CInt) -> CInt {
    lock.lock()
    defer { lock.unlock() }
    let result = body()
    if result == 0 { folders.insert(path) }
    return result
  }

  /// Runs `body`, which gives the folder at `path` its final name, and forgets the folder and the files in
  /// it unless it throws.
  package func publishFolder(
    _ path: FilePath, _ body: () throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    lock.lock()
    defer { lock.unlock() }
    try body()
    forgetUnlocked(path)
  }

  /// Forgets the folder at `path` and the files in it, which the caller has removed.
  package func forgetFolder(_ path: FilePath) {
    lock.lock()
    defer { lock.unlock() }
    forgetUnlocked(path)
  }

  private func forgetUnlocked(_ folder: FilePath) {
    folders.remove(folder)
    paths = paths.filter { $0.folder != folder }
  }

  /// Runs `body`, which gives the file at `path` another name, and forgets the file unless it throws.
  package func publish(_ path: FilePath, _ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
    lock.lock()
    defer { lock.unlock() }
    try body()
    paths.remove(path)
  }

  /// Removes the file at `path`.
  package func remove(_ path: FilePath) {
    lock.lock()
    defer { lock.unlock() }
    // Called after a failure, which is what the caller is told about; a second one adds nothing.
    _ = path.withCString { unlink($0) }
    paths.remove(path)
  }

  /// Removes every temporary file and folder, and lets no thread create or publish one ever after.
  ///
  /// For a process that is about to end: a thread that comes to create or publish a file from here on
  /// waits for that end.
  package func removeAll() {
    lock.lock()
    for path in paths {
      _ = path.withCString { unlink($0) }
    }
    paths = []
    for folder in folders {
      _ = folder.withCString { rmdir($0) }
    }
    folders = []
  }
}
