/// The TIFF structure that EXIF and the multi-picture index are written in (TIFF 6.0 §2).
///
/// Directories are read one at a time and never followed from here, so a chain that bites its own
/// tail cannot loop.
package struct TIFFBlock {
  /// One field of a directory. Its value lies wholly inside the block.
  package struct Entry {
    package let tag: Int
    package let type: Int
    package let count: Int
    /// Where the value lies in the block.
    package let offset: Int
    package let byteCount: Int
    /// Whether the value lies outside the directory, being longer than four bytes.
    package let isOutside: Bool
  }

  package struct Directory {
    package let entries: [Entry]
    /// Where the next directory lies; 0 if this is the last.
    package let next: Int
    /// The bytes of the directory and of the values that lie outside it.
    package let byteCount: Int

    package subscript(tag: Int) -> Entry? { entries.first { $0.tag == tag } }
  }

  package let view: ByteView
  package let isBigEndian: Bool
  /// Where the first directory lies.
  package let firstDirectory: Int

  /// - Returns: `nil` if the bytes do not start with a TIFF header.
  package init?(_ view: ByteView) {
    if view.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
      isBigEndian = false
    } else if view.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
      isBigEndian = true
    } else {
      return nil
    }
    guard let offset = view.uint32(at: 4, bigEndian: isBigEndian) else { return nil }
    self.view = view
    firstDirectory = offset
  }

  package func uint16(at offset: Int) -> Int? { view.uint16(at: offset, bigEndian: isBigEndian) }
  package func uint32(at offset: Int) -> Int? { view.uint32(at: offset, bigEndian: isBigEndian) }

  /// The bytes of one value of `type`; 0 for a type that TIFF does not define.
  private static func size(ofType type: Int) -> Int {
    switch type {
    // 129 is UTF-8 in EXIF 3.0.
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: 0
    }
  }

  /// The directory at `offset`, or `nil` if none can be there.
  ///
  /// Fields that are cut off or point outside the block are left out; the others stay.
  package func directory(at offset: Int) -> Directory? {
    // A directory cannot lie in the header.
    guard offset >= 8, let fieldCount = uint16(at: offset), fieldCount > 0 else { return nil }
    var entries: [Entry] = []
    var outside = 0
    for index in 0..<fieldCount {
      let field = offset + 2 + index * 12
      guard let tag = uint16(at: field), let type = uint16(at: field + 2),
        let count = uint32(at: field + 4), let pointer = uint32(at: field + 8)
      else { break }
      let byteCount = count * Self.size(ofType: type)
      guard byteCount > 0 else { continue }
      let isOutside = byteCount > 4
      let value = isOutside ? pointer : field + 8
      guard view.view(at: value, count: byteCount) != nil else { continue }
      if isOutside { outside += byteCount }
      entries.append(
        Entry(
          tag: tag, type: type, count: count, offset: value, byteCount: byteCount, isOutside: isOutside))
    }
    guard !entries.isEmpty else { return nil }
    let own = min(2 + fieldCount * 12 + 4, view.count - offset)
    return Directory(
      entries: entries, next: uint32(at: offset + 2 + fieldCount * 12) ?? 0,
      byteCount: min(own + outside, view.count))
  }
}

extension TIFFBlock {
  /// The value of a field of any integer type, at `index` if it has several.
  package func integer(_ entry: Entry?, at index: Int = 0) -> Int? {
    guard let entry, index >= 0, index < entry.count else { return nil }
    switch entry.type {
    case 1, 7: return view.uint8(at: entry.offset + index)
    case 3: return uint16(at: entry.offset + index * 2)
    case 4, 13: return uint32(at: entry.offset + index * 4)
    case 6: return view.uint8(at: entry.offset + index).map { Int(Int8(truncatingIfNeeded: $0)) }
    case 8: return uint16(at: entry.offset + index * 2).map { Int(Int16(truncatingIfNeeded: $0)) }
    case 9: return uint32(at: entry.offset + index * 4).map { Int(Int32(truncatingIfNeeded: $0)) }
    default: return nil
    }
  }

  /// The value of a rational or integer field, or `nil` if its denominator is zero.
  package func number(_ entry: Entry?, at index: Int = 0) -> Double? {
    guard let entry, index >= 0, index < entry.count else { return nil }
    guard entry.type == 5 || entry.type == 10 else { return integer(entry, at: index).map(Double.init) }
    guard let top = uint32(at: entry.offset + index * 8),
      let bottom = uint32(at: entry.offset + index * 8 + 4), bottom != 0
    else { return nil }
    guard entry.type == 10 else { return Double(top) / Double(bottom) }
    return Double(Int32(truncatingIfNeeded: top)) / Double(Int32(truncatingIfNeeded: bottom))
  }

  /// The bytes of a field's value.
  package func bytes(_ entry: Entry?) -> ArraySlice<UInt8>? {
    guard let entry else { return nil }
    return view.view(at: entry.offset, count: entry.byteCount)?.slice
  }

  /// The text of an ASCII field.
  package func text(_ entry: Entry?) -> String? {
    bytes(entry).flatMap { String(metadata: $0) }
  }
}
