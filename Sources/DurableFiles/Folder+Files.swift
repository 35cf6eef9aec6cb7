#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Folder {
  /// What the system tells of `name`: of a symbolic link the link itself.
  package func status(_ name: FilePath) throws(FileSystemError) -> FileStatus {
    var status = stat()
    try at(name, "stat") { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
  }

  /// Opens the file `name` for reading.
  ///
  /// - Throws: ``FileSystemError`` if it is missing, unreadable, a link, or no regular file.
  package func open(_ name: FilePath) throws(FileSystemError) -> FileByteSource {
    // O_NONBLOCK: a named pipe must be refused, not waited for.
    let descriptor: CInt
    do throws(FileSystemError) {
      descriptor = try at(name, "open") { openat($0, $1, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
    } catch  where error.errno == ELOOP {
      throw FileSystemError(
        code: .io, path: error.path, message: "is a symbolic link, which is not followed here", errno: ELOOP)
    }
    return try FileByteSource(descriptor: descriptor, name: path(of: name).description)
  }

  /// Makes the file `name`, which nothing may have yet.
  ///
  /// - Parameters:
  ///   - mode: The permissions, less those that the process masks.
  ///   - temporaries: Where the file is listed until it is published there.
  /// - Throws: ``FileSystemError`` with the code `exists` if anything has the name, a link too.
  package func create(
    _ name: FilePath, mode: UInt32 = 0o600, temporaries: TemporaryFiles? = nil
  ) throws(FileSystemError) -> NewFile {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = try at(name, "open") { folder, start in
      let make = { openat(folder, start, flags, mode_t(mode)) }
      return temporaries.map { $0.create(path(of: name), make) } ?? make()
    }
    return NewFile(path: path(of: name), descriptor: descriptor)
  }

  /// Makes the folder `name`, which nothing may have yet.
  ///
  /// - Parameters:
  ///   - mode: The permissions, less those that the process masks.
  ///   - temporaries: Where the folder is listed until it is published there.
  /// - Throws: ``FileSystemError`` with the code `exists` if anything has the name.
  package func makeFolder(
    _ name: FilePath, mode: UInt32 = 0o700, temporaries: TemporaryFiles? = nil
  ) throws(FileSystemError) {
    try at(name, "mkdir") { folder, start in
      let make = { mkdirat(folder, start, mode_t(mode)) }
      return temporaries.map { $0.createFolder(path(of: name), make) } ?? make()
    }
  }

  /// Gives `name` another name, in `target` or else in this folder, and replaces a file that has it.
  ///
  /// A symbolic link is renamed or replaced itself. A folder replaces nothing but an empty folder.
  package func rename(
    _ name: FilePath, to newName: FilePath, in target: Folder? = nil
  ) throws(FileSystemError) {
    let target = target ?? self
    try target.at(newName, "rename") { newFolder, newStart in
      guard name.isName else {
        errno = EINVAL
        return -1
      }
      return name.withCString { renameat(descriptor, $0, newFolder, newStart) }
    }
  }

  /// Removes the file `name`; of a symbolic link the link itself. A folder is an error.
  ///
  /// - Returns: Whether it was there; that it was not is no error.
  @discardableResult
  package func remove(_ name: FilePath) throws(FileSystemError) -> Bool {
    try removeIfThere(name, flags: 0)
  }

  /// Removes the folder `name`.
  ///
  /// - Returns: Whether it was there; that it was not is no error.
  /// - Throws: ``FileSystemError`` with the code `exists` if anything is in it.
  @discardableResult
  package func removeFolder(_ name: FilePath) throws(FileSystemError) -> Bool {
    try removeIfThere(name, flags: AT_REMOVEDIR)
  }

  private func removeIfThere(_ name: FilePath, flags: CInt) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) {
      try at(name, flags == 0 ? "unlink" : "rmdir") { unlinkat($0, $1, flags) }
      return true
    } catch  where error.errno == ENOENT {
      return false
    }
  }

  /// Every name in the folder but `.` and `..`, hidden ones too, sorted by their bytes.
  package func names() throws(FileSystemError) -> [FilePath] {
    let descriptor = try reopened()
    guard let stream = fdopendir(descriptor) else {
      let number = errno
      close(descriptor)
      throw FileSystemError(call: "fdopendir", path: path.description, errno: number)
    }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while true {
      // readdir(3): "To distinguish end of stream from an error, set errno to zero before calling".
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = FilePath(bytes: Self.name(of: entry))
      if name.isName { names.append(name) }
    }
    guard errno == 0 else {
      throw FileSystemError(call: "readdir", path: path.description, errno: errno)
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // The name is read through a pointer into the entry: a copy of the structure would end at the size
    // that the header declares, while the system may return a longer name.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    return Array(
      UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
  }
}
