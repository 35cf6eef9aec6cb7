import DurableFiles

/// Feeds a ``ByteSource`` to giflib from front to back.
///
/// Pixels lie in blocks of at most 255 bytes, each behind its length, up to a block of length 0 (GIF89a §15).
/// A file that ends between two blocks is given that last one: if all pixels were there it is all that
/// was missing, and otherwise the decoder says that the blocks ended too early.
final class GIFByteStream {
  private(set) var failure: FileSystemError?
  private let source: any ByteSource
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var position = 0
  private var count = 0
  private var offset = 0
  private var isInPixels = false
  /// Bytes of the current block that are still to come.
  private var left = 0

  init(_ source: any ByteSource) { self.source = source }

  /// Called when the next byte is the length of the first block of pixels.
  func beginPixels() { isInPixels = true }

  /// Copies the next bytes into `target` and returns how many there were.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < target.count {
      if position == count, !fill() {
        guard isInPixels, left == 0 else { return done }
        target[done] = 0
        return done + 1
      }
      var part = min(target.count - done, count - position)
      if isInPixels {
        if left == 0 {
          left = Int(buffer[position])
          isInPixels = left > 0
          part = 1
        } else {
          part = min(part, left)
          left -= part
        }
      }
      UnsafeMutableRawBufferPointer(rebasing: target[done..<done + part])
        .copyBytes(from: buffer[position..<position + part])
      position += part
      done += part
    }
    return done
  }

  private func fill() -> Bool {
    do {
      let (source, offset) = (source, offset)
      count = try buffer.withUnsafeMutableBytes { try source.read(into: $0, at: offset) }
      self.offset += count
      position = 0
      return count > 0
    } catch {
      failure = error as? FileSystemError
      count = 0
      position = 0
      return false
    }
  }
}
