extension PNGReader {
  /// The most texts that are unpacked to look for metadata in them.
  private static let textCountLimit = 8

  /// The text of a chunk: where it lies, and whether it is packed.
  private struct Text {
    let range: Range<Int>
    let isPacked: Bool
  }

  /// §11.3.3: a keyword, a zero, and a text; what the keyword says decides what it is.
  mutating func readText(_ chunk: PNGChunk) throws {
    let start = chunk.data.lowerBound
    let keywordEnd = try window.firstIndex(of: 0, from: start, limit: min(chunk.data.upperBound, start + 80))
    guard let keywordEnd else {
      list.add(.text, chunk.byteCount)
      return
    }
    let bytes = try window.prefix(at: start, limit: keywordEnd - start)
    let keyword = String(decoding: bytes, as: UTF8.self)
    if keyword == "XML:com.adobe.xmp" {
      list.add(.xmp, chunk.byteCount)
      if metadata.wantsXMP, let text = try content(of: chunk, behind: keywordEnd) { metadata.readXMP(text) }
    } else if keyword.hasPrefix(RawProfile.keyword) {
      try readRawProfile(
        chunk, name: keyword.dropFirst(RawProfile.keyword.count).lowercased(), keywordEnd: keywordEnd)
    } else {
      list.add(.text, chunk.byteCount)
    }
  }

  /// The text of `chunk` as far as it is read, unpacked; `nil` if the chunk is broken.
  private mutating func content(of chunk: PNGChunk, behind keywordEnd: Int) throws -> [UInt8]? {
    // Each text may unpack to a thousand times its size.
    guard readTextCount < Self.textCountLimit, let text = try text(of: chunk, behind: keywordEnd) else {
      return nil
    }
    readTextCount += 1
    let limit = StillMetadata.textLimit
    guard text.isPacked else {
      return try window.prefix(at: text.range.lowerBound, limit: min(text.range.count, limit))
    }
    return try Inflation.output(of: text.range, in: &window, limit: limit).bytes
  }

  private mutating func text(of chunk: PNGChunk, behind keywordEnd: Int) throws -> Text? {
    let end = chunk.data.upperBound
    let start = keywordEnd + 1
    switch chunk.type {
    case "tEXt":
      return Text(range: start..<max(start, end), isPacked: false)
    case "zTXt":
      guard start < end, try window.byte(at: start) == 0 else { return nil }
      return Text(range: start + 1..<end, isPacked: true)
    default:
      // §11.3.3.4: whether it is packed, how, a language and a translated keyword, each ended by a zero.
      guard start + 2 <= end, let flag = try window.byte(at: start),
        let languageEnd = try window.firstIndex(of: 0, from: start + 2, limit: end),
        let translationEnd = try window.firstIndex(of: 0, from: languageEnd + 1, limit: end)
      else { return nil }
      return Text(range: translationEnd + 1..<end, isPacked: flag == 1)
    }
  }

  private mutating func readRawProfile(_ chunk: PNGChunk, name: String, keywordEnd: Int) throws {
    guard let text = try content(of: chunk, behind: keywordEnd),
      let bytes = RawProfile.bytes(text)
    else {
      list.add(Self.kind(ofRawProfile: name), chunk.byteCount)
      return
    }
    let xmpName = ByteView(bytes).starts(with: JPEGSegment.xmpName)
    var kind = Self.kind(ofRawProfile: name)
    switch kind {
    case .exif where xmpName, .xmp:
      kind = .xmp
      if metadata.wantsXMP { metadata.readXMP(bytes) }
    case .exif where metadata.wantsExif:
      list.add(.exif, chunk.byteCount)
      metadata.readExif(bytes, isOwn: false, byteCount: chunk.byteCount, list: &list)
      return
    case .iptc, .photoshop:
      try metadata.readResources(bytes, as: kind, byteCount: chunk.byteCount, list: &list)
      return
    default:
      break
    }
    list.add(kind, chunk.byteCount)
  }

  private static func kind(ofRawProfile name: String) -> MetadataKind {
    switch name {
    case "exif", "app1": .exif
    case "xmp": .xmp
    case "iptc": .iptc
    case "8bim": .photoshop
    case "icc", "icm": .icc
    default: .text
    }
  }
}
