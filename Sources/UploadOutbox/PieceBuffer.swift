import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Memory for a piece of a file.
final class PieceBuffer {
  let byteCount: Int
  private var memory: UnsafeMutableRawBufferPointer?

  init(byteCount: Int) {
    self.byteCount = byteCount
    memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 4096)
  }

  deinit { memory?.deallocate() }

  /// Reads as many bytes of `source`, which are there until the next call.
  ///
  /// - Throws: ``DeliveryError`` with the code `changed` if there are fewer, `failed` if they cannot be read.
  func read(
    _ source: any ByteSource, at start: Int, count: Int
  ) throws(DeliveryError) -> UnsafeRawBufferPointer {
    guard let memory, count <= byteCount else { throw VerifiedFile.changed }
    let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
    let found: Int
    do throws(FileSystemError) {
      found = try source.read(into: part, at: start)
    } catch {
      throw DeliveryError(code: .failed, reason: error.message)
    }
    guard found == count else { throw VerifiedFile.changed }
    return UnsafeRawBufferPointer(part)
  }

  /// What was read, without copying it; the buffer is empty then.
  func data() -> Data {
    guard let memory, let start = memory.baseAddress else { return Data() }
    self.memory = nil
    return Data(
      bytesNoCopy: start, count: byteCount, deallocator: .custom { address, _ in address.deallocate() })
  }
}
