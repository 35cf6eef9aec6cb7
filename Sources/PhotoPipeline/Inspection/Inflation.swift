import CZlib
import DurableFiles

/// Unpacks what a PNG holds in packed form: a zlib stream (RFC 1950).
enum Inflation {
  /// What came out of a stream.
  struct Output {
    let bytes: [UInt8]
    /// Whether the stream ended, with the right checksum, before the limit was reached.
    let isComplete: Bool
  }

  /// Unpacks the stream in `range`, up to where it ends, breaks or has given `limit` bytes.
  ///
  /// A few packed bytes may stand for thousands of times as many; so neither memory nor time grows
  /// beyond what `limit` allows.
  static func output(
    of range: Range<Int>, in window: inout ByteWindow, limit: Int
  ) throws(FileSystemError) -> Output {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      return Output(bytes: [], isComplete: false)
    }
    defer { inflateEnd(&stream) }

    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 64 << 10))
    var status = Z_OK
    try window.forEachPart(of: range) { part in
      // inflate does not write to its input; its interface is older than `const`.
      stream.next_in = UnsafeMutablePointer(mutating: part.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(part.count)
      repeat {
        status = chunk.withUnsafeMutableBytes { target in
          stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
          stream.avail_out = UInt32(min(target.count, limit - bytes.count))
          return inflate(&stream, Z_NO_FLUSH)
        }
        bytes += chunk.prefix(min(chunk.count, limit - bytes.count) - Int(stream.avail_out))
      } while status == Z_OK && bytes.count < limit && (stream.avail_in > 0 || stream.avail_out == 0)
      return (status == Z_OK || status == Z_BUF_ERROR) && bytes.count < limit
    }
    return Output(bytes: bytes, isComplete: status == Z_STREAM_END)
  }
}
