import Threading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The temporary files that exist right now, so that a process that is told to stop can remove them.
///
/// A file is created and gets its final name under the lock, and ``removeAll()`` keeps the lock. What
/// it does not find is therefore either finished or was never begun.
///
/// `@unchecked Sendable` is safe because `paths` is only touched under `lock`.
package final class TemporaryFiles: @unchecked Sendable {
  private let lock = ConditionLock()
  private var paths: Set<FilePath> = []

  package init() {}

  /// Runs `body`, which creates the file at `path`, and remembers the file if `body` says that it did.
  func create(_ path: FilePath, _ body: () -> CInt) -> CInt {
    lock.lock()
    defer { lock.unlock() }
    let descriptor = body()
    if descriptor >= 0 { paths.insert(path) }
    return descriptor
  }

  /// Runs `body`, which gives the file at `path` another name, and forgets the file unless it throws.
  func publish(_ path: FilePath, _ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
    lock.lock()
    defer { lock.unlock() }
    try body()
    paths.remove(path)
  }

  /// Removes the file at `path`.
  func remove(_ path: FilePath) {
    lock.lock()
    defer { lock.unlock() }
    // Called after a failure, which is what the caller is told about; a second one adds nothing.
    _ = path.withCString { unlink($0) }
    paths.remove(path)
  }

  /// Removes every temporary file, and lets no thread create or publish one ever after.
  ///
  /// For a process that is about to end: a thread that comes to create or publish a file from here on
  /// waits for that end.
  package func removeAll() {
    lock.lock()
    for path in paths {
      _ = path.withCString { unlink($0) }
    }
    paths = []
  }
}
