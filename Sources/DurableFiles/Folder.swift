#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open folder.
///
/// What is done in it is done in that very folder, wherever its path leads by then. A name is one
/// component of a path; one with a `/`, `.`, `..` and the empty name are errors, so nothing outside can be
/// reached. A symbolic link inside is never followed.
package final class Folder: Sendable {
  /// The path that errors name, as the caller wrote it.
  package let path: FilePath
  let descriptor: CInt

  /// Opens the folder at `path`, which may lead through symbolic links: the user named it.
  ///
  /// - Throws: ``FileSystemError`` if it is missing, may not be read, or is no folder.
  package convenience init(_ path: FilePath) throws(FileSystemError) {
    let descriptor = SystemCall.repeating {
      path.withCString { openat(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }
    guard descriptor >= 0 else {
      throw FileSystemError(call: "open", path: path.description, errno: errno)
    }
    self.init(path: path, descriptor: descriptor)
  }

  /// Takes over the open folder `descriptor`.
  private init(path: FilePath, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Makes the folder at `path` with those above it, where they are missing, and opens it.
  ///
  /// Each folder that is made is also synced into the one that it lies in.
  ///
  /// - Parameter mode: The permissions of what is made. A folder that is there keeps its own.
  package static func making(_ path: FilePath, mode: UInt32 = 0o700) throws(FileSystemError) -> Folder {
    do throws(FileSystemError) {
      return try Folder(path)
    } catch {
      let trimmed = path.trimmed
      // `/` and `.` are never missing.
      guard error.errno == ENOENT, trimmed.folder != trimmed else { throw error }
      let parent = try making(trimmed.folder, mode: mode)
      do throws(FileSystemError) {
        try parent.makeFolder(FilePath(bytes: trimmed.name), mode: mode)
        try parent.sync()
      } catch {
        // Another process may have been faster. Whether it is a folder is found out below.
        if error.errno != EEXIST { throw error }
      }
      return try Folder(path)
    }
  }

  /// The path of `name` in this folder, for errors and for those who take paths only.
  package func path(of name: FilePath) -> FilePath { path.appending(name.bytes) }

  /// Puts the names in the folder on the disk: what was made, renamed and removed in it.
  package func sync() throws(FileSystemError) {
    guard SystemCall.repeating({ fsync(descriptor) }) != 0 else { return }
    // fsync(2): "EROFS, EINVAL fd is bound to a special file which does not support synchronization", as
    // folders are on some network file systems.
    if errno != EINVAL { throw FileSystemError(call: "fsync", path: path.description, errno: errno) }
  }

  /// Calls `call` with this folder and `name`, again for as long as a signal interrupts it.
  ///
  /// - Throws: ``FileSystemError`` that names the file if `name` is no name, or `call` fails.
  @discardableResult
  func at(
    _ name: FilePath, _ callName: String, _ call: (CInt, UnsafePointer<CChar>) -> CInt
  ) throws(FileSystemError) -> CInt {
    guard name.isName else {
      throw FileSystemError(
        code: .io, path: path(of: name).description, message: "is not the name of a file in a folder",
        errno: EINVAL)
    }
    let result = SystemCall.repeating { name.withCString { call(descriptor, $0) } }
    if result < 0 {
      throw FileSystemError(call: callName, path: path(of: name).description, errno: errno)
    }
    return result
  }

  /// Opens the folder `name` in this one.
  ///
  /// - Throws: ``FileSystemError`` if it is missing, a link, or no folder.
  package func folder(_ name: FilePath) throws(FileSystemError) -> Folder {
    let opened = try at(name, "open") {
      openat($0, $1, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    }
    return Folder(path: path(of: name), descriptor: opened)
  }

  /// Opens the folder `name` in this one, or returns `nil` if there is nothing of that name.
  ///
  /// - Throws: ``FileSystemError`` if it is a link or no folder.
  package func folderIfThere(_ name: FilePath) throws(FileSystemError) -> Folder? {
    do throws(FileSystemError) {
      return try folder(name)
    } catch {
      if error.errno == ENOENT { return nil }
      throw error
    }
  }

  /// Opens the folder `name` in this one, and makes it first if it is missing.
  ///
  /// - Parameter isSynced: Whether a folder that is made is also synced into this one.
  /// - Throws: ``FileSystemError`` if it cannot be made, is a link or no folder.
  package func makingFolder(_ name: FilePath, isSynced: Bool = true) throws(FileSystemError) -> Folder {
    if let folder = try folderIfThere(name) { return folder }
    do throws(FileSystemError) {
      try makeFolder(name)
      if isSynced { try sync() }
    } catch {
      // Another process may have been faster. Whether it is a folder is found out below.
      if error.errno != EEXIST { throw error }
    }
    return try folder(name)
  }

  /// Another descriptor of this folder with a position of its own.
  func reopened() throws(FileSystemError) -> CInt {
    let opened = SystemCall.repeating { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if opened < 0 { throw FileSystemError(call: "open", path: path.description, errno: errno) }
    return opened
  }
}

extension FilePath {
  /// Whether the path is one name in a folder.
  package var isName: Bool {
    !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
      && bytes != [UInt8(ascii: ".")] && bytes != [UInt8(ascii: "."), UInt8(ascii: ".")]
  }

  /// The path without slashes at its end.
  fileprivate var trimmed: FilePath {
    let end = bytes.lastIndex { $0 != UInt8(ascii: "/") }
    return FilePath(bytes: bytes[..<(end.map { $0 + 1 } ?? 0)])
  }
}

extension FilePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(text)
  }
}
