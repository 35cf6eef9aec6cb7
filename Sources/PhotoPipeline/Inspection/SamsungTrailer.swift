/// The directory at the end of a Samsung photo that says what is glued behind the picture.
///
/// The layout is not published. The file ends with a directory `SEFH`, its size and `SEFT`; an entry
/// gives a block's distance before `SEFH` and its length; a block starts with its type and its name.
struct SamsungTrailer {
  struct Block {
    let range: Range<Int>
    let kind: MetadataKind
  }

  /// The most entries that are looked at; phones write fewer than ten.
  private static let entryLimit = 64

  private(set) var blocks: [Block] = []

  /// Looks for the directory at the end of `tail`.
  init(in tail: Range<Int>, window: inout ByteWindow) throws {
    guard tail.count >= 20, let footer = try window.bytes(at: tail.upperBound - 8, count: 8),
      ByteView(footer).dropFirst(4).starts(with: "SEFT"),
      let size = ByteView(footer).uint32(at: 0, bigEndian: false), size >= 12, size <= tail.count - 8
    else { return }
    let start = tail.upperBound - 8 - size
    let directory = ByteView(try window.prefix(at: start, limit: min(size, 12 + Self.entryLimit * 12)))
    guard directory.starts(with: "SEFH"), let count = directory.uint32(at: 8, bigEndian: false) else {
      return
    }

    for index in 0..<min(count, Self.entryLimit) {
      guard let distance = directory.uint32(at: 12 + index * 12 + 4, bigEndian: false),
        let length = directory.uint32(at: 12 + index * 12 + 8, bigEndian: false)
      else { break }
      let lower = start - distance
      guard lower >= tail.lowerBound, length > 8, length <= distance else { continue }
      let head = ByteView(try window.prefix(at: lower, limit: 64))
      let nameByteCount = min(head.uint32(at: 4, bigEndian: false) ?? 0, head.count - 8)
      let name = String(decoding: head.view(at: 8, count: nameByteCount)?.slice ?? [], as: UTF8.self)
      let kind: MetadataKind? =
        if name.hasPrefix("MotionPhoto_Data") {
          .motionVideo
        } else if name.contains("DepthMap") {
          .depth
        } else {
          nil
        }
      if let kind { blocks.append(Block(range: lower..<lower + length, kind: kind)) }
    }
  }
}
