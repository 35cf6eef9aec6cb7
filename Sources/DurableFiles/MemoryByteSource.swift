#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Bytes in memory as a ``ByteSource``.
package struct MemoryByteSource: ByteSource {
  package let name: String
  private let data: Data

  package init(_ data: Data, name: String) {
    self.data = data
    self.name = name
  }

  package init(_ bytes: [UInt8], name: String) {
    self.init(Data(bytes), name: name)
  }

  package var byteCount: Int { data.count }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    guard offset >= 0, offset < data.count, let target = buffer.baseAddress else { return 0 }
    let count = min(buffer.count, data.count - offset)
    data.withUnsafeBytes { source in
      if let base = source.baseAddress { target.copyMemory(from: base + offset, byteCount: count) }
    }
    return count
  }
}
