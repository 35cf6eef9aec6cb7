/// The blocks found so far, in the order of the file.
struct BlockList {
  /// From this many blocks on, the bytes of a further block are added to the last one of its kind.
  ///
  /// A photo has a few dozen. A file made of millions of empty comments must not fill the memory.
  static let separateLimit = 1024

  private(set) var blocks: [PhotoInspection.Block] = []
  private var summed: [MetadataKind: Int] = [:]
  private var growing: [MetadataKind: Int] = [:]

  mutating func add(_ kind: MetadataKind, _ byteCount: Int) {
    insert(kind, byteCount, at: blocks.count)
  }

  /// Adds a block before the one at `index`.
  mutating func insert(_ kind: MetadataKind, _ byteCount: Int, at index: Int) {
    guard byteCount > 0 else { return }
    let block = PhotoInspection.Block(kind: kind, byteCount: byteCount)
    guard blocks.count >= Self.separateLimit else {
      blocks.insert(block, at: min(index, blocks.count))
      return
    }
    guard let place = summed[kind] else {
      summed[kind] = blocks.count
      blocks.append(block)
      return
    }
    blocks[place] = PhotoInspection.Block(kind: kind, byteCount: blocks[place].byteCount + byteCount)
  }

  /// Adds bytes to the one block of `kind` that stands for many pieces, where the first of them lies.
  ///
  /// It is for readers that list blocks in the order of the file and insert none.
  mutating func grow(_ kind: MetadataKind, by byteCount: Int) {
    guard byteCount > 0 else { return }
    guard let place = growing[kind] else {
      growing[kind] = blocks.count
      blocks.append(PhotoInspection.Block(kind: kind, byteCount: byteCount))
      return
    }
    blocks[place] = PhotoInspection.Block(kind: kind, byteCount: blocks[place].byteCount + byteCount)
  }

  mutating func add(_ found: [PhotoInspection.Block]) {
    for block in found { add(block.kind, block.byteCount) }
  }
}
