#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension AtomicFile {
  /// The system calls that can fail in ways that a disk seldom shows. Each returns what the call
  /// returns and leaves the cause in `errno`.
  struct SystemCalls: Sendable {
    /// open(2) of a new file. `O_EXCL` and `O_NOFOLLOW`: never one that somebody else put there.
    var create: @Sendable (UnsafePointer<CChar>) -> CInt = {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    }
    /// write(2).
    var write: @Sendable (CInt, UnsafeRawPointer, Int) -> Int = { writeToFile($0, $1, $2) }
    /// fsync(2).
    var sync: @Sendable (CInt) -> CInt = { fsync($0) }
    /// rename(2), which replaces what is there.
    var rename: @Sendable (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt = { replace($0, $1) }
    /// link(2), which fails with `EEXIST` if something is there.
    var link: @Sendable (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt = { hardLink($0, $1) }
  }
}

// Inside the structure their own names would mean the properties.

private func writeToFile(_ descriptor: CInt, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func replace(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> CInt {
  rename(source, target)
}

private func hardLink(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> CInt {
  link(source, target)
}
