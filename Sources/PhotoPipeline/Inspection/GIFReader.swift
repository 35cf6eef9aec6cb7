import DurableFiles

/// Reads a GIF from its first to its last block (GIF89a) and notes what it carries.
///
/// It holds one window of the file and one block of metadata. Every step goes forward, so the time is
/// linear in the size of the file. Once the first frame is there, nothing behind it is damage: what is
/// cut off is listed up to the end of the file.
struct GIFReader {
  let source: any ByteSource
  var window: ByteWindow
  var list = BlockList()
  var metadata = StillMetadata()
  private var structure: GIFStructure?
  private var screen: GIFStructure.Screen?
  private var transparentIndex: Int?
  /// The bytes of the graphic control extension that the next frame is to obey.
  private var controlByteCount = 0
  private var frameCount = 0

  private init(_ source: any ByteSource) {
    self.source = source
    window = ByteWindow(source)
  }

  func damaged(_ reason: String) -> PhotoPreparer.Error {
    .damaged(file: source.name, reason: reason)
  }

  /// Reads everything.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if there is no first frame, ``FileSystemError`` if the file cannot
  ///   be read. A missing trailer byte is not an error.
  static func read(_ source: any ByteSource) throws -> (PhotoInspection, GIFStructure) {
    var reader = GIFReader(source)
    let end = try reader.readBlocks()
    return try reader.finish(endOfPicture: end.offset, hasTrailer: end.isMarked)
  }

  /// Walks over the blocks up to the trailer, or to what is no block.
  private mutating func readBlocks() throws -> (offset: Int, isMarked: Bool) {
    let bytes = try window.prefix(at: 0, limit: GIFStructure.Screen.byteCount)
    guard let screen = GIFStructure.Screen(ByteView(bytes)) else { throw damaged("its header is cut off") }
    self.screen = screen
    var position = GIFStructure.Screen.byteCount + screen.colorCount * 3
    while true {
      switch try window.byte(at: position) {
      case 0x21: position = try readExtension(at: position)
      case 0x2C: position = try readFrame(at: position)
      case let other:
        guard structure != nil else { throw damaged("it ends before its picture") }
        return other == 0x3B ? (position + 1, true) : (min(position, window.end), false)
      }
    }
  }

  /// §15: blocks of up to 255 bytes, each with its length before it, ended by an empty one.
  ///
  /// - Returns: Where they end. A block that is cut off makes `missingByteCount` positive.
  mutating func endOfSubBlocks(from start: Int) throws -> (offset: Int, missingByteCount: Int) {
    var position = start
    while let length = try window.byte(at: position) {
      position += 1 + Int(length)
      if length == 0 { break }
    }
    return (min(position, window.end), max(0, position - window.end))
  }

  private mutating func readFrame(at position: Int) throws -> Int {
    let bytes = try window.prefix(at: position, limit: GIFStructure.Descriptor.byteCount)
    guard let descriptor = GIFStructure.Descriptor(ByteView(bytes)) else {
      guard structure != nil else { throw damaged("its first frame is cut off") }
      list.grow(.mpf, by: window.end - position)
      return window.end
    }
    // The colors, then a byte that says how many bits a code has at first.
    let data = position + GIFStructure.Descriptor.byteCount + descriptor.colorCount * 3 + 1
    let end = try endOfSubBlocks(from: min(data, window.end))
    frameCount += 1
    if structure == nil {
      guard data <= window.end else { throw damaged("its first frame is cut off") }
      guard end.missingByteCount == 0 else {
        throw damaged("its first frame runs \(end.missingByteCount) bytes beyond the end of the file")
      }
      structure = try firstFrame(descriptor)
    } else {
      list.grow(.mpf, by: controlByteCount + end.offset - position)
    }
    controlByteCount = 0
    return end.offset
  }

  private func firstFrame(_ descriptor: GIFStructure.Descriptor) throws -> GIFStructure {
    let frame = descriptor.rectangle
    guard frame.width > 0, frame.height > 0 else { throw damaged("the picture has no pixels") }
    // Browsers take the first frame's size where the canvas has none.
    let width = screen.flatMap { $0.width > 0 ? $0.width : nil } ?? frame.x + frame.width
    let height = screen.flatMap { $0.height > 0 ? $0.height : nil } ?? frame.y + frame.height
    return GIFStructure(
      width: width, height: height, frame: frame, isInterlaced: descriptor.isInterlaced,
      paletteCount: descriptor.colorCount > 0 ? descriptor.colorCount : screen?.colorCount ?? 0,
      transparentIndex: transparentIndex)
  }

  /// §23 to §26: a label, then sub-blocks.
  private mutating func readExtension(at position: Int) throws -> Int {
    let label = try window.byte(at: position + 1)
    let end = try endOfSubBlocks(from: min(position + 2, window.end))
    guard structure != nil || (label != nil && end.missingByteCount == 0) else {
      throw damaged("an extension before its picture is cut off")
    }
    let range = position..<end.offset
    switch label {
    case 0xF9: try readControl(range)
    case 0xFE: list.add(.comment, range.count)
    case 0x01: list.add(.text, range.count)
    case 0xFF: try readApplication(range)
    default: list.add(.trailer, range.count)
    }
    return end.offset
  }

  /// §23: how the next frame is shown, and which index is transparent in it.
  private mutating func readControl(_ range: Range<Int>) throws {
    // One that no frame obeys, since another follows, belongs to nothing.
    list.add(.trailer, controlByteCount)
    controlByteCount = 0
    let view = ByteView(try window.prefix(at: range.lowerBound, limit: min(range.count, 8)))
    guard range.count == 8, view.uint8(at: 2) == 4, let flags = view.uint8(at: 3) else {
      list.add(.trailer, range.count)
      return
    }
    controlByteCount = range.count
    if structure == nil { transparentIndex = flags & 1 == 1 ? view.uint8(at: 6) : nil }
  }

  /// §26: the first sub-block names the application in eleven characters.
  private mutating func readApplication(_ range: Range<Int>) throws {
    let bytes = try window.prefix(at: range.lowerBound, limit: min(range.count, 14))
    let name = bytes.count == 14 && bytes[2] == 11 ? String(decoding: bytes[3...], as: UTF8.self) : ""
    let content = range.lowerBound + min(bytes.count, 14)..<range.upperBound
    switch name {
    case "NETSCAPE2.0", "ANIMEXTS1.0":
      // How often to repeat, and how much to load before: a few bytes.
      if content.count <= 12 { list.grow(.mpf, by: range.count) } else { list.add(.trailer, range.count) }
    case "XMP DataXMP":
      list.add(.xmp, range.count)
      if metadata.wantsXMP { metadata.readXMP(try packet(content)) }
    case "ICCRGBG1012":
      list.add(.icc, range.count)
      if structure == nil, metadata.profile == nil {
        metadata.profile = try EmbeddedProfile(gathered(content, limit: EmbeddedProfile.byteLimit + 1))
      }
    case "MGKIPTC0000", "MGK8BIM0000":
      // ImageMagick's names.
      let bytes = try gathered(content, limit: StillMetadata.textLimit)
      try metadata.readResources(
        bytes, as: name == "MGKIPTC0000" ? .iptc : .photoshop, byteCount: range.count, list: &list)
    default:
      list.add(.trailer, range.count)
    }
  }

  /// XMP part 3 §1.1.2: the packet stands there as it is, and a tail of falling numbers makes any reader of
  /// sub-blocks find the end. Some writers make sub-blocks of it.
  private mutating func packet(_ content: Range<Int>) throws -> [UInt8] {
    if try window.byte(at: content.lowerBound) == UInt8(ascii: "<") {
      return try window.prefix(
        at: content.lowerBound, limit: min(content.count, StillMetadata.textLimit))
    }
    return try gathered(content, limit: StillMetadata.textLimit)
  }

  /// The bytes of the sub-blocks in `content`, at most `limit` of them.
  private mutating func gathered(_ content: Range<Int>, limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var position = content.lowerBound
    while bytes.count < limit, position < content.upperBound, let length = try window.byte(at: position),
      length > 0
    {
      bytes += try window.prefix(
        at: position + 1, limit: min(Int(length), content.upperBound - position - 1))
      position += 1 + Int(length)
    }
    return bytes
  }

  /// Puts everything together once the picture's end is known.
  private mutating func finish(
    endOfPicture: Int, hasTrailer: Bool
  ) throws -> (PhotoInspection, GIFStructure) {
    guard var structure else { throw damaged("it has no picture") }
    list.add(.trailer, controlByteCount)
    structure.frameCount = frameCount
    (structure.profile, structure.profileBytes) = metadata.profile(channelCount: 3)
    structure.hasTrailer = hasTrailer
    structure.endOfPicture = endOfPicture
    let inspection = try metadata.inspection(
      .gif, width: structure.width, height: structure.height, endOfPicture: endOfPicture, list: &list,
      window: &window)
    return (inspection, structure)
  }
}
