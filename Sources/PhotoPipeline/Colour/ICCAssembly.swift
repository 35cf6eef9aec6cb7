import DurableFiles

/// A profile that is cut up over many segments (ICC.1:2022 §B.4).
///
/// Each piece gives its number, from 1 on, and how many pieces there are; they may come in any order.
/// A missing piece, a number out of range, two counts, or one number with two contents make it no
/// profile.
struct ICCAssembly {
  /// The name, the piece's number and the number of pieces.
  static let headerByteCount = JPEGSegment.iccName.count + 2

  private var pieces: [Int: Range<Int>] = [:]
  private var pieceCount: Int?
  private var isBroken = false
  private var duplicates: [(first: Range<Int>, second: Range<Int>)] = []

  /// Notes a piece that lies at `range` in the file and starts with the bytes `head`.
  mutating func add(_ head: [UInt8], at range: Range<Int>) {
    guard head.count >= Self.headerByteCount, range.count >= Self.headerByteCount else {
      isBroken = true
      return
    }
    let number = Int(head[Self.headerByteCount - 2])
    let count = Int(head[Self.headerByteCount - 1])
    guard (1...max(1, count)).contains(number), count == pieceCount ?? count else {
      isBroken = true
      return
    }
    pieceCount = count
    let data = range.lowerBound + Self.headerByteCount..<range.upperBound
    guard let first = pieces[number] else {
      pieces[number] = data
      return
    }
    // Duplicates are compared later, and more of them than pieces is no honest file.
    guard duplicates.count < 255, first.count == data.count else {
      isBroken = true
      return
    }
    duplicates.append((first, data))
  }

  /// The whole profile, or `nil` if it is not all there.
  func profile(from source: any ByteSource) throws -> GatheredByteSource? {
    guard !isBroken, let pieceCount, pieceCount > 0, pieces.count == pieceCount else { return nil }
    for (first, second) in duplicates {
      var window = ByteWindow(source, capacity: 64 << 10)
      let one = try window.bytes(at: first.lowerBound, count: first.count)
      guard try window.bytes(at: second.lowerBound, count: second.count) == one else { return nil }
    }
    return GatheredByteSource(source, pieces: (1...pieceCount).compactMap { pieces[$0] })
  }
}
