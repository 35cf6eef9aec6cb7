import CZlib
import DurableFiles

/// Reads a PNG from its first to its last chunk (PNG 3rd edition, W3C 2025) and notes what it carries.
///
/// It holds one window of the file and one block of metadata. Every step goes forward, so the time is
/// linear in the size of the file. What it cannot explain is an error or a block, never skipped in silence.
struct PNGReader {
  static let signatureByteCount = 8

  /// How far the picture has come.
  private enum Stage { case header, beforeData, data, afterData }

  let source: any ByteSource
  var window: ByteWindow
  var list = BlockList()
  var metadata = StillMetadata()
  var structure: PNGStructure?
  /// How many texts were read for the metadata in them.
  var readTextCount = 0
  private var stage = Stage.header
  private var seen: Set<String> = []

  private init(_ source: any ByteSource) {
    self.source = source
    window = ByteWindow(source)
  }

  /// Whether the picture's data are still to come, as chunks demand that describe it.
  var isBeforeData: Bool { stage == .beforeData }

  func damaged(_ reason: String) -> PhotoPreparer.Error {
    .damaged(file: source.name, reason: reason)
  }

  /// Reads everything.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if there is no picture or a chunk cannot be read,
  ///   ``FileSystemError`` if the file cannot. A missing `IEND` is not an error.
  static func read(_ source: any ByteSource) throws -> (PhotoInspection, PNGStructure) {
    var reader = PNGReader(source)
    let end = try reader.readChunks()
    return try reader.finish(endOfPicture: end.offset, hasEndChunk: end.isMarked)
  }

  /// Walks over the chunks up to the end of the picture.
  private mutating func readChunks() throws -> (offset: Int, isMarked: Bool) {
    var position = Self.signatureByteCount
    while let chunk = try chunk(at: position) {
      if stage == .data, chunk.type != "IDAT" { stage = .afterData }
      if chunk.isCritical {
        guard chunk.isIntact else { throw damaged("its chunk \(chunk.type) has a wrong checksum") }
        if try readCritical(chunk) { return (chunk.end, true) }
      } else {
        guard stage != .header else { throw damaged("it does not begin with its header") }
        try readAncillary(chunk)
      }
      position = chunk.end
    }
    return (position, false)
  }

  /// The chunk at `position`, or `nil` if the file ends there, or where `IEND` alone is cut.
  private mutating func chunk(at position: Int) throws -> PNGChunk? {
    let bytes = try window.prefix(at: position, limit: 8)
    let hasData = stage == .data || stage == .afterData
    guard bytes.count == 8, let length = ByteView(bytes).uint32(at: 0) else {
      guard hasData else { throw damaged("it ends before its picture data") }
      return nil
    }
    guard bytes[4...].allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
      throw damaged("at byte \(position) stands no chunk")
    }
    let type = String(decoding: bytes[4...], as: UTF8.self)
    guard length <= PNGChunk.lengthLimit else { throw damaged("its chunk \(type) has an impossible length") }
    let data = position + 8..<position + 8 + length
    guard data.upperBound + 4 <= window.end else {
      if type == "IEND", length == 0, hasData { return nil }
      let missing = data.upperBound + 4 - window.end
      throw damaged("its chunk \(type) runs \(missing) bytes beyond the end of the file")
    }
    // §5.4: a decoder must understand a chunk whose type starts with a capital letter.
    let isCritical = bytes[4] & 0x20 == 0
    return PNGChunk(type: type, isCritical: isCritical, data: data, isIntact: try isIntact(data))
  }

  /// Whether the checksum behind `data` is that of the type before it and of the data (§5.5).
  private mutating func isIntact(_ data: Range<Int>) throws -> Bool {
    var checksum = crc32(0, nil, 0)
    try window.forEachPart(of: data.lowerBound - 4..<data.upperBound) { part in
      checksum = crc32(checksum, part.bindMemory(to: UInt8.self).baseAddress, UInt32(part.count))
      return true
    }
    return ByteView(try window.prefix(at: data.upperBound, limit: 4)).uint32(at: 0) == Int(checksum)
  }

  /// Reads a chunk that every decoder must understand.
  ///
  /// - Returns: Whether it is the last one.
  private mutating func readCritical(_ chunk: PNGChunk) throws -> Bool {
    switch chunk.type {
    case "IHDR":
      guard stage == .header else { throw damaged("it has two headers") }
      let bytes = try window.prefix(at: chunk.data.lowerBound, limit: min(chunk.data.count, 14))
      switch PNGStructure.header(ByteView(bytes)) {
      case .success(let header): structure = header
      case .failure(let damage): throw damaged(damage.reason)
      }
      stage = .beforeData
    case "CgBI":
      throw PhotoPreparer.Error.unsupported(
        file: source.name, reason: "a PNG in the form that iOS apps contain (CgBI) is not read")
    case _ where stage == .header:
      throw damaged("it does not begin with its header")
    case "PLTE":
      try readPalette(chunk)
    case "IDAT":
      if stage == .beforeData, structure?.colorType == .palette, structure?.paletteCount == 0 {
        throw damaged("its palette is missing")
      }
      // §5.6: the picture's data stand in a row; a chunk that comes later belongs to no picture.
      if stage == .afterData { list.add(.trailer, chunk.byteCount) } else { stage = .data }
    case "IEND":
      guard stage != .beforeData else { throw damaged("it ends before its picture data") }
      list.add(.trailer, chunk.data.count)
      return true
    default:
      throw PhotoPreparer.Error.unsupported(
        file: source.name, reason: "a PNG with the critical chunk \(chunk.type) is not read")
    }
    return false
  }

  /// §11.2.2: three bytes an entry, no more entries than there are indices.
  private mutating func readPalette(_ chunk: PNGChunk) throws {
    guard isBeforeData, let type = structure?.colorType, !type.isGray, seen.insert("PLTE").inserted else {
      list.add(.trailer, chunk.byteCount)
      return
    }
    let count = chunk.data.count / 3
    guard count > 0, count <= 256, chunk.data.count == count * 3 else {
      throw damaged("its palette has the wrong length")
    }
    structure?.paletteCount = count
  }

  /// Whether `chunk` is the first of its type that is asked for.
  mutating func isFirst(_ chunk: PNGChunk) -> Bool {
    seen.insert(chunk.type).inserted
  }

  /// Notes a chunk of an animation: its control, or a further frame.
  mutating func noteAnimation(_ chunk: PNGChunk) {
    list.grow(.mpf, by: chunk.byteCount)
    structure?.isAnimated = true
  }

  /// Puts everything together once the picture's end is known.
  private mutating func finish(
    endOfPicture: Int, hasEndChunk: Bool
  ) throws -> (PhotoInspection, PNGStructure) {
    guard var structure else { throw damaged("it does not begin with its header") }
    structure.orientation = metadata.orientation ?? 1
    (structure.profile, structure.profileBytes) = metadata.profile(
      channelCount: structure.profileChannelCount)
    structure.hasEndChunk = hasEndChunk
    structure.endOfPicture = endOfPicture
    let inspection = try metadata.inspection(
      .png, width: structure.width, height: structure.height, endOfPicture: endOfPicture, list: &list,
      window: &window)
    return (inspection, structure)
  }
}
