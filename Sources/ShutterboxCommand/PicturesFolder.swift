import DurableFiles

/// The folder that the user keeps pictures in.
struct PicturesFolder: Hashable, Sendable {
  let path: FilePath

  /// The folder that `environment`, or the user's own list of folders, names; it need not be there yet.
  ///
  /// - Throws: ``UsageError`` if neither the environment nor the system knows a home of the user.
  init(_ environment: Environment) throws(UsageError) {
    if let path = environment.path("XDG_PICTURES_DIR"), path.bytes.first == UInt8(ascii: "/") {
      self.path = path
      return
    }
    guard let home = environment.path("HOME") ?? HomeFolder.homeOfUser() else {
      throw UsageError("your folder of pictures is unknown; name one with --to", command: "keep")
    }
    path = Self.listed(environment, home: home) ?? home.appending("Pictures".utf8)
  }

  /// The most bytes of the list that are read.
  private static let listLimit = 64 << 10

  /// xdg-user-dirs, user-dirs.dirs(5): lines of the form `XDG_xxx_DIR="$HOME/yyy"`, or with an absolute path; a
  /// backslash quotes the next character.
  private static func listed(_ environment: Environment, home: FilePath) -> FilePath? {
    var folder = home.appending(".config".utf8)
    if let path = environment.path("XDG_CONFIG_HOME"), path.bytes.first == UInt8(ascii: "/") { folder = path }
    // A list that is missing or cannot be read names no folder.
    guard let source = try? FileByteSource(folder.appending("user-dirs.dirs".utf8)),
      let bytes = try? source.bytes(limit: listLimit)
    else { return nil }
    let opening = Array("XDG_PICTURES_DIR=\"".utf8)
    var found: FilePath?
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: opening) {
      let value = unquoted(line.dropFirst(opening.count))
      let below = Array("$HOME/".utf8)
      if value.starts(with: below) {
        found = home.appending(value.dropFirst(below.count))
      } else if value.first == UInt8(ascii: "/") {
        found = FilePath(bytes: value)
      }
    }
    // A folder that is the home itself stands for none.
    return found.flatMap { $0 == home || $0.name.isEmpty ? nil : $0 }
  }

  /// The value up to the closing quote.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    var isQuoted = false
    for byte in text {
      if !isQuoted && byte == UInt8(ascii: "\"") { return value }
      if !isQuoted && byte == UInt8(ascii: "\\") {
        isQuoted = true
        continue
      }
      value.append(byte)
      isQuoted = false
    }
    return []
  }
}
