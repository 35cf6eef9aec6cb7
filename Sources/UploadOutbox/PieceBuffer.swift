import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory for a piece of a file, from the system and back to it.
///
/// glibc's allocator keeps blocks of this size once some were freed (mallopt(3), M_MMAP_THRESHOLD): four movies at once
/// took 380 MiB with it, and take 60 without.
final class PieceBuffer: @unchecked Sendable {
  // Unchecked: a buffer belongs to one task, which hands it to others only to read what is in it, and waits for them.

  let byteCount: Int
  private var memory: UnsafeMutableRawBufferPointer?

  init(byteCount: Int) {
    self.byteCount = byteCount
    let count = max(byteCount, 1)
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    memory = start == MAP_FAILED ? nil : UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit {
    if let memory { munmap(memory.baseAddress, memory.count) }
  }

  /// Reads `count` bytes of `source` to the byte `position` of the buffer, which are there until the next call.
  ///
  /// - Throws: ``DeliveryError`` with the code `changed` if there are fewer, `failed` if they cannot be read or there
  ///   is no memory for them.
  func read(
    _ source: any ByteSource, at start: Int, count: Int, to position: Int = 0
  ) throws(DeliveryError) -> UnsafeRawBufferPointer {
    guard let memory else {
      throw DeliveryError(code: .failed, reason: "there is no memory for a piece of the file")
    }
    precondition(position >= 0 && count <= byteCount - position)
    let part = UnsafeMutableRawBufferPointer(rebasing: memory[position..<position + count])
    let found: Int
    do throws(FileSystemError) {
      found = try source.read(into: part, at: start)
    } catch {
      throw DeliveryError(code: .failed, reason: error.message)
    }
    guard found == count else { throw VerifiedFile.changed }
    return UnsafeRawBufferPointer(part)
  }

  /// The SHA-256 of the first bytes that were read.
  func digest(ofFirst count: Int) async -> SHA256Digest {
    guard let memory else { return SHA256Digest(of: UnsafeRawBufferPointer(start: nil, count: 0)) }
    return SHA256Digest(of: UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  /// What was read, without copying it; the buffer is empty then.
  func data() -> Data {
    guard let memory, let start = memory.baseAddress else { return Data() }
    self.memory = nil
    let size = memory.count
    return Data(
      bytesNoCopy: start, count: byteCount, deallocator: .custom { address, _ in munmap(address, size) })
  }
}
