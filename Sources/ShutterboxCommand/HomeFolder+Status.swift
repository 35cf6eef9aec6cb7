import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension HomeFolder {
  /// Whether there is something of that name.
  var isThere: Bool {
    do throws(FileSystemError) {
      _ = try FileStatus(path, followingLinks: true)
      return true
    } catch {
      // Of anything else that is wrong with it, whoever opens it is told.
      return error.errno != ENOENT
    }
  }
}
