package import DurableFiles

/// Another source with some of its bytes replaced. Its length and the place of every byte are the same.
package struct PatchedByteSource: ByteSource {
  private let base: any ByteSource
  /// In order and apart.
  package let patches: [BytePatch]

  /// - Parameter patches: In any order, none of them overlapping another.
  package init(_ base: any ByteSource, patches: [BytePatch]) {
    self.base = base
    self.patches = patches.filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether every byte is that of the other source.
  package var isUnchanged: Bool { patches.isEmpty }

  package var name: String { base.name }
  package var byteCount: Int { base.byteCount }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    let count = try base.read(into: buffer, at: offset)
    guard count > 0, let target = buffer.baseAddress else { return count }
    let end = offset + count
    var index = patches.firstIndex(endingAfter: offset)
    while index < patches.count, patches[index].range.lowerBound < end {
      let patch = patches[index]
      let part = patch.range.clamped(to: offset..<end)
      let place = target + (part.lowerBound - offset)
      switch patch.replacement {
      case .zeros:
        place.initializeMemory(as: UInt8.self, repeating: 0, count: part.count)
      case .bytes(let bytes):
        let skipped = part.lowerBound - patch.range.lowerBound
        bytes.withUnsafeBytes { source in
          if let start = source.baseAddress { place.copyMemory(from: start + skipped, byteCount: part.count) }
        }
      }
      index += 1
    }
    return count
  }
}
