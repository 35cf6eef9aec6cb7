#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file system in memory that is soon full.
public enum SmallDisk {
  /// Runs `body` while an empty disk is mounted on the folder at `path`.
  ///
  /// - Parameter byteCount: What fits on the disk, in bytes; the system rounds it up to whole pages.
  /// - Throws: ``FixtureError`` if the disk cannot be mounted or taken away, or what `body` throws.
  public static func mounted<Result>(
    at path: String, byteCount: Int, _ body: () throws -> Result
  ) throws -> Result {
    _ = try Tool.output("mount", ["-t", "tmpfs", "-o", "size=\(byteCount)", "tmpfs", path])
    let result = Swift.Result { try body() }
    _ = try Tool.output("umount", [path])
    return try result.get()
  }

  /// Whether this process may mount one: the superuser on Linux, outside of most containers.
  public static let isAvailable: Bool = {
    guard geteuid() == 0 else { return false }
    do {
      let scratch = try ScratchFolder()
      // The folder is removed when nobody needs the value any more.
      return try withExtendedLifetime(scratch) { try mounted(at: scratch.path, byteCount: 4096) { true } }
    } catch {
      return false
    }
  }()
}

extension SmallDisk {
  /// As ``mounted(at:byteCount:_:)``, for a body that waits.
  public static func mountedAsync<Result>(
    at path: String, byteCount: Int, _ body: () async throws -> Result
  ) async throws -> Result {
    _ = try Tool.output("mount", ["-t", "tmpfs", "-o", "size=\(byteCount)", "tmpfs", path])
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    // What is still open keeps the disk busy: it goes when that is closed.
    _ = try Tool.output("umount", ["-l", path])
    return try result.get()
  }
}
