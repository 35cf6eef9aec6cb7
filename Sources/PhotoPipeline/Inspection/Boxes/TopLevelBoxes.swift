import DurableFiles

/// The boxes that a file consists of.
struct TopLevelBoxes {
  /// The most boxes that are told apart. A fragmented movie has two for each fragment.
  private static let countLimit = 1 << 16

  private(set) var boxes: [Box] = []
  /// What lies behind the last box, or behind the limit.
  private(set) var rest: Range<Int>

  /// Whether there are more boxes than are told apart.
  var isCutOff: Bool { boxes.count >= Self.countLimit && !rest.isEmpty }

  init(_ window: inout ByteWindow) throws(FileSystemError) {
    var walk = BoxWalk(0..<window.end)
    while boxes.count < Self.countLimit, let box = try walk.next(&window) { boxes.append(box) }
    rest = min(walk.position, window.end)..<window.end
  }

  /// The first box of `type`.
  func first(_ type: FourCC) -> Box? { boxes.first { $0.type == type } }
}
