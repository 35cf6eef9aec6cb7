/// The path of a file as the bytes that the system takes.
///
/// A file name on Linux is any bytes but `/` and zero, and need not be UTF-8; a `String` would lose
/// what is not.
package struct FilePath: Hashable, Sendable {
  /// The path without the zero that ends it in C.
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ string: String) {
    bytes = Array(string.utf8)
  }

  /// The part behind the last `/`, or the whole path.
  package var name: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The folder that the path lies in, as open(2) would take it: `.` for a plain name.
  package var folder: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    guard let end = bytes[..<slash].lastIndex(where: { $0 != UInt8(ascii: "/") }) else {
      return FilePath("/")
    }
    return FilePath(bytes: bytes[...end])
  }

  /// The path of `name` inside this folder.
  package func appending(_ name: some Sequence<UInt8>) -> FilePath {
    let slash = UInt8(ascii: "/")
    let separator = bytes.isEmpty || bytes.last == slash ? [] : [slash]
    return FilePath(bytes: bytes + separator + Array(name))
  }

  /// Calls `body` with the path as a C string, which lives as long as the call.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // Swift passes an array as a pointer to its first element for the length of the call.
    body(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

extension FilePath: CustomStringConvertible {
  /// The path as text, with U+FFFD in place of what is no UTF-8.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
