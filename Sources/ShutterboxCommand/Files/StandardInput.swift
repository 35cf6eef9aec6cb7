import DurableFiles
import PhotoPipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input as a file.
enum StandardInput {
  /// The most bytes that are taken, 1 GiB: no photo comes near, and what never ends is told early
  /// enough.
  static let byteLimit = 1 << 30

  /// Reads standard input to its end.
  static func read(name: String) throws -> MemoryByteSource {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = chunk.withUnsafeMutableBytes { SystemCall.readBytes(STDIN_FILENO, into: $0) }
      if count == 0 { return MemoryByteSource(bytes, name: name) }
      if count < 0 { throw FileSystemError(call: "read", path: name, errno: errno) }
      bytes += chunk[..<count]
      if bytes.count > byteLimit {
        throw PhotoPreparer.Error.tooLarge(file: name, reason: "standard input gave more than 1 GiB")
      }
    }
  }
}
