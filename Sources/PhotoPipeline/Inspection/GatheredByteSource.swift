import DurableFiles

/// Pieces of another source, one behind the other as if they were one file.
///
/// A profile, an extended XMP packet or a thermal record is cut up over many segments; this puts it
/// together without holding it.
struct GatheredByteSource: ByteSource {
  private let source: any ByteSource
  let pieces: [Range<Int>]
  /// Where each piece starts here.
  private let starts: [Int]
  let byteCount: Int

  init(_ source: any ByteSource, pieces: [Range<Int>]) {
    self.source = source
    self.pieces = pieces
    var total = 0
    starts = pieces.map { piece in
      defer { total += piece.count }
      return total
    }
    byteCount = total
  }

  var name: String { source.name }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    guard offset >= 0, offset < byteCount, !buffer.isEmpty else { return 0 }
    var index = pieceIndex(at: offset)
    var done = 0
    while done < buffer.count, index < pieces.count {
      let skipped = offset + done - starts[index]
      let count = min(pieces[index].count - skipped, buffer.count - done)
      if count > 0 {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
        let read = try source.read(into: part, at: pieces[index].lowerBound + skipped)
        done += read
        if read < count { break }
      }
      index += 1
    }
    return done
  }

  /// The last piece that starts at or before `offset`.
  private func pieceIndex(at offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
