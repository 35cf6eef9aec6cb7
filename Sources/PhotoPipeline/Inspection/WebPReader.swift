import DurableFiles

/// Reads a WebP from its first to its last chunk (RFC 9649) and notes what it carries.
///
/// It holds one window of the file and one block of metadata. Every step goes forward, so the time is
/// linear in the size of the file.
struct WebPReader {
  /// A chunk of a RIFF file: a type of four characters, a length, data and a byte that makes it even.
  struct Chunk {
    let type: String
    let data: Range<Int>
    /// Where the next chunk starts.
    let end: Int

    /// All of its bytes.
    var byteCount: Int { end - data.lowerBound + 8 }
  }

  /// What `VP8X` says.
  private struct Canvas {
    let width: Int
    let height: Int
    let isAnimated: Bool
  }

  private static let knownTypes: Set<String> = [
    "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ",
  ]

  let source: any ByteSource
  var window: ByteWindow
  var list = BlockList()
  var metadata = StillMetadata()
  private var canvas: Canvas?
  private var structure: WebPStructure?
  /// Whether an `ALPH` chunk came before the picture.
  private var hasAlphaChunk = false
  /// The offset at which the container ends by its own account.
  private var claimedEnd = 0

  private init(_ source: any ByteSource) {
    self.source = source
    window = ByteWindow(source)
  }

  func damaged(_ reason: String) -> PhotoPreparer.Error {
    .damaged(file: source.name, reason: reason)
  }

  /// Reads everything.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if there is no picture or a chunk cannot be read,
  ///   ``FileSystemError`` if the file cannot. A container whose size is wrong is not an error.
  static func read(_ source: any ByteSource) throws -> (PhotoInspection, WebPStructure) {
    var reader = WebPReader(source)
    return try reader.finish(endOfPicture: reader.readContainer())
  }

  /// Walks over the chunks and returns where they end.
  private mutating func readContainer() throws -> Int {
    let head = ByteView(try window.prefix(at: 0, limit: 12))
    claimedEnd = 8 + (head.uint32(at: 4, bigEndian: false) ?? 0)
    var position = 12
    while let chunk = try chunk(at: position) {
      if position == 12, !["VP8 ", "VP8L", "VP8X"].contains(chunk.type) {
        throw damaged("it does not begin with a picture or a canvas")
      }
      try read(chunk)
      position = chunk.end
    }
    return min(position, window.end)
  }

  /// The chunk at `position`, or `nil` where the container ends.
  ///
  /// Some writers append metadata and leave the container's size as it was; so chunks of known types are
  /// read behind its end, too.
  private mutating func chunk(at position: Int) throws -> Chunk? {
    let bytes = try window.prefix(at: position, limit: 8)
    let type = String(decoding: bytes.prefix(4), as: UTF8.self)
    let isInside = position < claimedEnd
    guard bytes.count == 8, let length = ByteView(bytes).uint32(at: 4, bigEndian: false),
      isInside || Self.knownTypes.contains(type)
    else {
      guard structure != nil else { throw damaged("it ends before its picture") }
      return nil
    }
    let data = position + 8..<position + 8 + length
    guard data.upperBound <= window.end else {
      guard isInside || structure == nil else { return nil }
      let name = Self.knownTypes.contains(type) ? "its chunk \(type.filter { $0 != " " })" : "a chunk"
      throw damaged("\(name) runs \(data.upperBound - window.end) bytes beyond the end of the file")
    }
    return Chunk(type: type, data: data, end: try end(of: data))
  }

  /// Where the chunk with `data` ends: odd ones are followed by a zero, which a few writers forget.
  private mutating func end(of data: Range<Int>) throws -> Int {
    guard data.count % 2 == 1 else { return data.upperBound }
    let next = try window.prefix(at: data.upperBound, limit: 4)
    if Self.knownTypes.contains(String(decoding: next, as: UTF8.self)) { return data.upperBound }
    return min(data.upperBound + 1, window.end)
  }

  private mutating func read(_ chunk: Chunk) throws {
    switch chunk.type {
    case "VP8X" where canvas == nil && structure == nil:
      canvas = try readCanvas(chunk)
    case "VP8 " where isAwaited, "VP8L" where isAwaited:
      try readPicture(chunk)
    case "ALPH" where isAwaited && canvas != nil && !hasAlphaChunk:
      hasAlphaChunk = true
    case "ANMF" where canvas?.isAnimated == true && structure == nil:
      try readFirstFrame(chunk)
    case "ANIM", "ANMF":
      list.grow(.mpf, by: chunk.byteCount)
    case "ICCP":
      list.add(.icc, chunk.byteCount)
      // RFC 9649 §2.7.1: it must come before the picture.
      guard structure == nil, metadata.profile == nil, chunk.data.count <= EmbeddedProfile.byteLimit else {
        return
      }
      metadata.profile = try EmbeddedProfile(
        window.prefix(at: chunk.data.lowerBound, limit: chunk.data.count))
    case "EXIF":
      list.add(.exif, chunk.byteCount)
      guard metadata.wantsExif else { return }
      let limit = min(chunk.data.count, StillMetadata.exifLimit)
      metadata.readExif(
        try window.prefix(at: chunk.data.lowerBound, limit: limit), isOwn: true, byteCount: chunk.byteCount,
        list: &list)
    case "XMP ", "XMP\0":
      list.add(.xmp, chunk.byteCount)
      guard metadata.wantsXMP else { return }
      let limit = min(chunk.data.count, StillMetadata.textLimit)
      metadata.readXMP(try window.prefix(at: chunk.data.lowerBound, limit: limit))
    default:
      list.add(.trailer, chunk.byteCount)
    }
  }

  /// Whether the one picture of a file without animation is still to come.
  private var isAwaited: Bool { structure == nil && canvas?.isAnimated != true }

  /// RFC 9649 §2.7: flags, three bytes to spare, and the canvas's two sides less one.
  private mutating func readCanvas(_ chunk: Chunk) throws -> Canvas {
    let view = ByteView(try window.prefix(at: chunk.data.lowerBound, limit: min(chunk.data.count, 10)))
    guard let flags = view.uint8(at: 0), let width = view.uint24(at: 4, bigEndian: false),
      let height = view.uint24(at: 7, bigEndian: false)
    else { throw damaged("its canvas is cut off") }
    guard (width + 1) * (height + 1) < 1 << 32 else {
      throw damaged("its canvas has the impossible size \(width + 1)x\(height + 1)")
    }
    return Canvas(width: width + 1, height: height + 1, isAnimated: flags & 0x02 != 0)
  }

  private mutating func readPicture(_ chunk: Chunk) throws {
    let picture = try bitstream(chunk)
    let canvas = canvas ?? Canvas(width: picture.width, height: picture.height, isAnimated: false)
    guard picture.width == canvas.width, picture.height == canvas.height else {
      throw damaged("its picture is not as large as its canvas")
    }
    structure = WebPStructure(
      width: canvas.width, height: canvas.height, coding: picture.coding,
      frame: PixelRectangle(x: 0, y: 0, width: picture.width, height: picture.height),
      hasAlpha: hasAlphaChunk || picture.hasAlpha)
  }

  private mutating func bitstream(_ chunk: Chunk) throws -> WebPStructure.Bitstream {
    let limit = min(chunk.data.count, WebPStructure.Bitstream.headByteCount)
    let view = ByteView(try window.prefix(at: chunk.data.lowerBound, limit: limit))
    guard let picture = WebPStructure.Bitstream(chunk.type, view) else {
      throw damaged("the header of its picture is broken")
    }
    return picture
  }

  /// §2.7.1.2: half the offset, the size less one, a duration and flags; then chunks as in a still picture.
  private mutating func readFirstFrame(_ chunk: Chunk) throws {
    let view = ByteView(try window.prefix(at: chunk.data.lowerBound, limit: min(chunk.data.count, 16)))
    guard let canvas, let left = view.uint24(at: 0, bigEndian: false),
      let top = view.uint24(at: 3, bigEndian: false),
      let width = view.uint24(at: 6, bigEndian: false), let height = view.uint24(at: 9, bigEndian: false),
      view.count == 16
    else { throw damaged("its first frame is cut off") }
    let frame = PixelRectangle(x: left * 2, y: top * 2, width: width + 1, height: height + 1)
    guard frame.x + frame.width <= canvas.width, frame.y + frame.height <= canvas.height else {
      throw damaged("its first frame lies outside its canvas")
    }
    var picture: WebPStructure.Bitstream?
    var hasAlpha = false
    var position = chunk.data.lowerBound + 16
    while position < chunk.data.upperBound {
      let part = try self.part(at: position, of: chunk)
      switch part.type {
      case "ALPH" where picture == nil && !hasAlpha: hasAlpha = true
      case "VP8 " where picture == nil, "VP8L" where picture == nil: picture = try bitstream(part)
      default: list.add(.trailer, part.byteCount)
      }
      position = part.end
    }
    guard let picture, picture.width == frame.width, picture.height == frame.height else {
      throw damaged("its first frame has no picture of its size")
    }
    structure = WebPStructure(
      width: canvas.width, height: canvas.height, coding: picture.coding, frame: frame,
      hasAlpha: hasAlpha || picture.hasAlpha, isAnimated: true)
  }

  /// The chunk at `position` inside the frame `outer`.
  private mutating func part(at position: Int, of outer: Chunk) throws -> Chunk {
    let bytes = try window.prefix(at: position, limit: min(8, outer.data.upperBound - position))
    guard bytes.count == 8, let length = ByteView(bytes).uint32(at: 4, bigEndian: false),
      position + 8 + length <= outer.data.upperBound
    else { throw damaged("a part of its first frame is cut off") }
    let data = position + 8..<position + 8 + length
    return Chunk(
      type: String(decoding: bytes[..<4], as: UTF8.self), data: data,
      end: min(data.upperBound + data.count % 2, outer.data.upperBound))
  }

  /// Puts everything together once the picture's end is known.
  private mutating func finish(endOfPicture: Int) throws -> (PhotoInspection, WebPStructure) {
    guard var structure else { throw damaged("it has no picture") }
    structure.orientation = metadata.orientation ?? 1
    (structure.profile, structure.profileBytes) = metadata.profile(channelCount: 3)
    structure.claimedEnd = claimedEnd
    structure.endOfPicture = endOfPicture
    let inspection = try metadata.inspection(
      .webp, width: structure.width, height: structure.height, endOfPicture: endOfPicture, list: &list,
      window: &window)
    return (inspection, structure)
  }
}
