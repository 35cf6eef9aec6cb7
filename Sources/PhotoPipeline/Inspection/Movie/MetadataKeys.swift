import DurableFiles

/// The keys of a `meta` box (QuickTime File Format, "Metadata item keys atom"): a count, then size,
/// namespace and name of each. Values name a key by its number.
struct MetadataKeys {
  struct Key {
    let name: String
    /// Where the name lies in the file.
    let range: Range<Int>
  }

  /// The most bytes of the list.
  private static let limit = 1 << 20

  private(set) var keys: [Key] = []
  /// Whether there are as many as the list says and nothing else.
  let isWhole: Bool

  init(_ box: Box, window: inout ByteWindow) throws(FileSystemError) {
    let start = box.content.lowerBound
    let view = ByteView(try window.prefix(at: start, limit: min(box.content.count, Self.limit)))
    var cursor = ByteCursor(view)
    cursor.skip(8)
    while let size = cursor.number(4), size >= 8, let name = cursor.rest.view(at: 4, count: size - 8) {
      let offset = start + cursor.position + 4
      // A lone byte A9, as in `©xyz`, is no UTF-8, which does not matter here.
      keys.append(Key(name: String(decoding: name.slice, as: UTF8.self), range: offset..<offset + size - 8))
      cursor.skip(size - 4)
    }
    isWhole = keys.count == view.uint32(at: 4) && cursor.remaining == 0 && box.content.count <= Self.limit
  }

  /// The name of the key that an item with this type belongs to.
  func name(of item: FourCC) -> String? {
    let number = Int(item.value)
    return number >= 1 && number <= keys.count ? keys[number - 1].name : nil
  }
}

extension Box {
  /// The boxes in a `meta` box. QuickTime's has no version and flags, that of ISO/IEC 14496-12 has.
  func metadataContent(_ window: inout ByteWindow) throws(FileSystemError) -> Range<Int> {
    let head = ByteView(try window.prefix(at: content.lowerBound, limit: min(8, content.count)))
    return content.dropFirst(FourCC(head, at: 4) == "hdlr" ? 0 : 4)
  }

  /// What an item is about that names its key itself (`----`): its `mean` and its `name`.
  func freeFormKey(_ window: inout ByteWindow) throws(FileSystemError) -> String {
    var walk = BoxWalk(content)
    var key = ""
    while let box = try walk.next(&window) {
      guard box.type == "mean" || box.type == "name" else { continue }
      let bytes = try window.prefix(at: box.content.lowerBound, limit: min(box.content.count, 256))
      key += "." + String(decoding: bytes.dropFirst(4), as: UTF8.self)
    }
    return key
  }
}
