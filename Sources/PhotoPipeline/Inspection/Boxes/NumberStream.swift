import DurableFiles

/// The numbers of a table, one behind the other, read in parts: a table may be as large as the file.
struct NumberStream {
  private static let partByteCount = 64 << 10

  private let width: Int
  private var position: Int
  private let end: Int
  private var part = ByteView([])
  private var offset = 0

  /// - Parameters:
  ///   - range: Where the numbers lie.
  ///   - width: The bytes of a number: 1, 2, 4 or 8.
  init(_ range: Range<Int>, width: Int) {
    position = range.lowerBound
    end = range.upperBound
    self.width = width
  }

  /// The next number, or `nil` at the end of the table. One that is larger than any file is clamped.
  mutating func next(_ window: inout ByteWindow) throws(FileSystemError) -> Int? {
    if part.count - offset < width {
      guard end - position >= width else { return nil }
      part = ByteView(try window.prefix(at: position, limit: min(Self.partByteCount, end - position)))
      offset = 0
      guard part.count >= width else { return nil }
      position += part.count / width * width
    }
    defer { offset += width }
    switch width {
    case 1: return part.uint8(at: offset)
    case 2: return part.uint16(at: offset)
    case 4: return part.uint32(at: offset)
    default: return part.uint64(at: offset).map { Int(clamping: $0) }
    }
  }
}
