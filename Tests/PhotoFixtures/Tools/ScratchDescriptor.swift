#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file without a name; it is gone when the value is.
final class ScratchDescriptor {
  let number: CInt

  init() throws {
    var template = Array("\(ScratchFolder.root)/photo-fixtures-XXXXXX".utf8CString)
    number = mkstemp(&template)
    guard number >= 0 else { throw FixtureError("cannot make a temporary file: errno \(errno)") }
    // A child that another thread starts before this line inherits a file that it does not know of.
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    unlink(template)
  }

  deinit { close(number) }

  /// Writes `bytes` and goes back to the start, where a child will begin to read.
  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = pwrite(number, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(done))
        guard count > 0 else { throw FixtureError("cannot write a temporary file: errno \(errno)") }
        done += count
      }
    }
  }

  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(number, &chunk, chunk.count, off_t(bytes.count))
      guard count >= 0 else { throw FixtureError("cannot read a temporary file: errno \(errno)") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
