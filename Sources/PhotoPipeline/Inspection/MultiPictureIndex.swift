/// The index of a multi-picture file (CIPA DC-007 §5.2): where the further pictures lie.
struct MultiPictureIndex {
  static let name = Array("MPF\0".utf8)

  private enum Tag {
    static let entries = 0xB002
  }

  struct Picture {
    /// Where it lies in the file.
    let range: Range<Int>
    /// DC-007 §5.2.3.3.1: disparity pictures are depth maps.
    let isDisparity: Bool
  }

  /// The further pictures. The first one, at offset 0, is the primary and not among them.
  let pictures: [Picture]

  /// - Parameters:
  ///   - view: The TIFF structure of the index.
  ///   - base: Where it lies in the file; offsets in it count from there.
  ///   - end: The size of the file. What is said to lie behind it is cut off.
  init(_ view: ByteView, base: Int, end: Int) {
    guard let tiff = TIFFBlock(view), let directory = tiff.directory(at: tiff.firstDirectory),
      let table = directory[Tag.entries]
    else {
      pictures = []
      return
    }
    pictures = (0..<table.byteCount / 16).compactMap { index in
      let entry = table.offset + index * 16
      guard let attribute = tiff.uint32(at: entry), let byteCount = tiff.uint32(at: entry + 4),
        let offset = tiff.uint32(at: entry + 8), offset > 0, byteCount > 0, base + offset < end
      else { return nil }
      let start = base + offset
      return Picture(
        range: start..<min(end, start + byteCount), isDisparity: attribute & 0xFF_FFFF == 0x02_0002)
    }
  }
}
