#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that no name leads to: it takes no memory, and is gone with the process, however that ends.
package final class UnnamedFile {
  private let name: String
  private var descriptor: CInt

  fileprivate init(descriptor: CInt, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes all of `bytes` behind what was written before.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
    try SystemCall.writeAll(bytes, to: descriptor, path: name)
  }

  /// The file for reading. Nothing can be written any more.
  package func finish() throws(FileSystemError) -> FileByteSource {
    let open = descriptor
    descriptor = -1
    return try FileByteSource(descriptor: open, name: name)
  }
}

extension Folder {
  /// Makes a file without a name on the disk of this folder.
  ///
  /// - Parameter name: What errors call the file.
  package func unnamedFile(called name: String) throws(FileSystemError) -> UnnamedFile {
    #if os(Linux)
      // O_TMPFILE, a macro that Swift does not see.
      let flags = O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20000000
      let opened = SystemCall.repeating { openat(descriptor, ".", flags, 0o600) }
      if opened >= 0 { return UnnamedFile(descriptor: opened, name: name) }
      // open(2): "EOPNOTSUPP The filesystem containing pathname does not support O_TMPFILE", EISDIR where the
      // kernel does not know it.
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
        throw FileSystemError(call: "open", path: path.description, errno: errno)
      }
    #endif
    let file = FilePath(".\(UInt64.random(in: .min ... .max)).tmp")
    let named = try at(file, "open") {
      openat($0, $1, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    let unnamed = UnnamedFile(descriptor: named, name: name)
    try remove(file)
    return unnamed
  }
}
