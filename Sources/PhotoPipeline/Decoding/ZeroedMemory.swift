#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that are zero at first and released with the value.
///
/// The system gives them page by page when they are first written, so what is never used costs nothing.
final class ZeroedMemory {
  let base: UnsafeMutablePointer<UInt8>

  init(count: Int) throws(OutOfMemory) {
    guard let memory = calloc(max(count, 1), 1) else { throw OutOfMemory() }
    base = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(base) }
}

/// The system has no memory for a picture.
struct OutOfMemory: Error {}
