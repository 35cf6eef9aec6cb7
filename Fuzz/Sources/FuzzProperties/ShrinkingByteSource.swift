import DurableFiles
import PhotoPipeline

/// Bytes that promise more than there are, as a file does that is cut off while it is read.
struct ShrinkingByteSource: ByteSource {
  private let present: MemoryByteSource
  let byteCount: Int

  init(_ bytes: [UInt8], claiming byteCount: Int) {
    present = MemoryByteSource(bytes, name: "shrinking input")
    self.byteCount = byteCount
  }

  var name: String { present.name }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    try present.read(into: buffer, at: offset)
  }
}
