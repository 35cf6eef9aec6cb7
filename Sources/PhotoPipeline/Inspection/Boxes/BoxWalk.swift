import DurableFiles

/// Goes over the boxes that lie one behind the other in a range of the file.
///
/// Each box takes eight bytes or more, so a walk ends after at most an eighth of the range's bytes.
struct BoxWalk {
  /// Where the next box starts. When the walk has ended, what lies from here to `limit` is no box.
  private(set) var position: Int
  let limit: Int

  init(_ range: Range<Int>) {
    position = range.lowerBound
    limit = range.upperBound
  }

  /// The next box, or `nil` at the end and where no box can be.
  mutating func next(_ window: inout ByteWindow) throws(FileSystemError) -> Box? {
    guard let box = try Box(at: position, limit: limit, window: &window) else { return nil }
    position = box.range.upperBound
    return box
  }

  /// Whether the boxes fill the range.
  var isComplete: Bool { position >= limit }
}
