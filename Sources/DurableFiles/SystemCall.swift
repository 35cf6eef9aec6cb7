#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// System calls under names that methods called `read` and `write` do not hide.
package enum SystemCall {
  /// read(2), begun again when a signal interrupts it.
  package static func readBytes(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// write(2), begun again when a signal interrupts it.
  package static func writeBytes(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
    while true {
      let count = write(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Writes all of `bytes` behind what was written to the open file before.
  ///
  /// - Parameter path: The file that errors name.
  static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, path: String
  ) throws(FileSystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = writeBytes(descriptor, rest)
      if count < 0 { throw FileSystemError(call: "write", path: path, errno: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Copies bytes of the open file from `offset` on into `buffer`, as many as fit and are there.
  ///
  /// - Parameter path: The file that errors name.
  /// - Returns: The number of bytes copied; 0 at or behind the end.
  static func readAll(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer, at offset: Int, path: String
  ) throws(FileSystemError) -> Int {
    guard offset >= 0 else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = repeating {
        pread(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
      }
      if count < 0 { throw FileSystemError(call: "read", path: path, errno: errno) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Makes a call, again for as long as a signal interrupts it.
  static func repeating<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
