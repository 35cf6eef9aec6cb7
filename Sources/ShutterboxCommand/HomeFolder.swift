import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder that the captures of this user lie in.
struct HomeFolder: Hashable, Sendable {
  let path: FilePath

  /// The folder that `environment` asks for; it need not be there yet.
  ///
  /// - Throws: ``UsageError`` if neither the environment nor the system knows a home of the user.
  init(_ environment: Environment) throws(UsageError) {
    if let path = environment.path("SHUTTERBOX_HOME") {
      self.path = path
      return
    }
    // XDG Base Directory Specification: "If an implementation encounters a relative path in any of these
    // variables it should consider the path invalid and ignore it."
    if let data = environment.path("XDG_DATA_HOME"), data.bytes.first == UInt8(ascii: "/") {
      path = data.appending("shutterbox".utf8)
      return
    }
    guard let home = environment.path("HOME") ?? Self.homeOfUser() else {
      throw UsageError("your home folder is unknown; set SHUTTERBOX_HOME to a folder", command: nil)
    }
    #if os(macOS)
      path = home.appending("Library/Application Support/Shutterbox".utf8)
    #else
      path = home.appending(".local/share/shutterbox".utf8)
    #endif
  }

  /// The folder that share extensions copy into.
  var inbox: FilePath { path.appending("inbox".utf8) }

  /// What the system's list of users says.
  static func homeOfUser() -> FilePath? {
    guard let user = getpwuid(geteuid()), let start = user.pointee.pw_dir, start.pointee != 0 else {
      return nil
    }
    return FilePath(bytes: UnsafeRawBufferPointer(start: start, count: strlen(start)))
  }
}
