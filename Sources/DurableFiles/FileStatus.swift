#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What stat(2) tells of a file.
package struct FileStatus: Hashable {
  /// What makes a file the same file, whatever the path that leads to it.
  package struct Identity: Hashable {
    package let device: UInt64
    package let inode: UInt64
  }

  package enum Kind {
    case file
    case folder
    case symbolicLink
    /// A pipe, a socket or a device.
    case other
  }

  package let identity: Identity
  package let kind: Kind
  /// The size in bytes; 0 for the files of /proc, which are made when they are read.
  package let byteCount: Int
  /// When the content was last changed: the time since 1970-01-01 00:00 UTC.
  package let modifiedAt: Duration

  /// - Parameter followingLinks: Whether a symbolic link stands for what it leads to.
  package init(_ path: FilePath, followingLinks: Bool) throws(FileSystemError) {
    var status = stat()
    let result = path.withCString { followingLinks ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else {
      throw FileSystemError(call: "stat", path: path.description, errno: errno)
    }
    self.init(status)
  }

  /// The status of an open file, or `nil` if `descriptor` is not open.
  package init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modifiedAt = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      default: .other
      }
  }
}
