#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Folder {
  /// Gives the file `name` another name in `target`, unless something has it.
  ///
  /// After a crash it may have both names.
  ///
  /// - Throws: ``FileSystemError`` with the code `exists` if anything has the new name, a link too.
  package func move(
    _ name: FilePath, to newName: FilePath, in target: Folder
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      try target.at(newName, "link") { newFolder, newStart in
        guard name.isName else {
          errno = EINVAL
          return -1
        }
        return name.withCString { linkat(descriptor, $0, newFolder, newStart, 0) }
      }
    } catch {
      // link(2): "EPERM The filesystem containing oldpath and newpath does not support the creation of hard
      // links." Memory cards answer so, and some network file systems with the others.
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.errno ?? 0) else { throw error }
      // There an empty file takes the name first, which only one of two can do.
      try target.create(newName).finish()
      do throws(FileSystemError) {
        try rename(name, to: newName, in: target)
      } catch {
        // It is empty and was made above. That it cannot be removed either adds nothing to the error.
        _ = try? target.remove(newName)
        throw error
      }
      return
    }
    try remove(name)
  }

  /// How many bytes this user may still write to the disk that the folder lies on; `nil` if it does not tell.
  package func freeByteCount() -> Int? {
    var status = statvfs()
    guard SystemCall.repeating({ fstatvfs(descriptor, &status) }) == 0 else { return nil }
    let blocks = Int(clamping: status.f_bavail)
    let (count, isTooMany) = blocks.multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isTooMany ? Int.max : count
  }
}
