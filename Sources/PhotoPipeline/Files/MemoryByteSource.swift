/// The bytes of an array as a ``ByteSource``.
package struct MemoryByteSource: ByteSource {
  package let name: String
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  package var byteCount: Int { bytes.count }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<offset + count]))
    }
    return count
  }
}
