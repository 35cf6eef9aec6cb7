#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that ``Folder/create(_:mode:)`` has just made, open for reading and writing.
///
/// It is closed at the latest when the value goes. Whoever made it removes it if it is not to stay.
package final class NewFile {
  /// The name that errors give.
  package let path: FilePath
  /// The open file; -1 once it is closed.
  package private(set) var descriptor: CInt

  /// Takes over the open file `descriptor`.
  init(path: FilePath, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { Self.closing(descriptor) }
  }

  /// Writes all of `bytes` behind what was written before.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
    try SystemCall.writeAll(bytes, to: descriptor, path: path.description)
  }

  /// Writes all of `bytes`, such as an array or `Data`, behind what was written before.
  package func write(_ bytes: some ContiguousBytes) throws(FileSystemError) {
    // `withUnsafeBytes` passes on no typed error.
    let failure = bytes.withUnsafeBytes { buffer -> FileSystemError? in
      do throws(FileSystemError) {
        try write(buffer)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Puts the content on the disk, and closes the file whatever happens.
  package func finish() throws(FileSystemError) {
    let open = descriptor
    descriptor = -1
    if SystemCall.repeating({ fsync(open) }) != 0 {
      let number = errno
      Self.closing(open)
      throw FileSystemError(call: "fsync", path: path.description, errno: number)
    }
    // close(2) may tell of a failed write. After EINTR the state of the descriptor is unspecified and
    // on Linux it is closed, so the call is not repeated.
    if Self.closing(open) != 0 && errno != EINTR {
      throw FileSystemError(call: "close", path: path.description, errno: errno)
    }
  }

  /// close(2) under a name that no method hides.
  @discardableResult
  private static func closing(_ descriptor: CInt) -> CInt { close(descriptor) }
}
