/// One track of a movie: the `trak` box (ISO/IEC 14496-12 §8.3).
struct MovieTrack {
  /// What it holds: `vide`, `soun`, `meta` and others.
  private(set) var handler: FourCC = "    "
  /// How its samples are coded.
  private(set) var coding: FourCC = "    "
  private(set) var isEnabled = false
  /// The size at which it is shown, before it is turned.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// 1 to 8 as in EXIF.
  private(set) var orientation = 1
  /// The content of its sample description.
  private(set) var description = 0..<0
  /// Its number.
  private(set) var id = 0
  private(set) var table = SampleTable()

  /// Reads what lies in `box`.
  init(_ box: Box, window: inout ByteWindow) throws {
    var walk = BoxWalk(box.content)
    while let part = try walk.next(&window) {
      switch part.type {
      case "tkhd": readHeader(ByteView(try window.prefix(at: part.content.lowerBound, limit: 128)))
      case "mdia": try readMedia(part, &window)
      default: break
      }
    }
  }

  /// §8.3.2: flags, three times, reserved bytes, the matrix, and the size.
  private mutating func readHeader(_ view: ByteView) {
    guard let full = Box.Full(view) else { return }
    isEnabled = full.flags & 1 != 0
    var cursor = ByteCursor(full.body)
    // Made and changed, the number, reserved bytes and the duration.
    cursor.skip(full.version == 1 ? 16 : 8)
    id = cursor.number(4) ?? 0
    cursor.skip(full.version == 1 ? 12 : 8)
    cursor.skip(16)
    let matrix = (0..<9).compactMap { _ in
      cursor.number(4).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
    guard matrix.count == 9, let width = cursor.number(4), let height = cursor.number(4) else { return }
    orientation = Self.orientation(matrix)
    size = PixelSize(width: (width + 0x8000) >> 16, height: (height + 0x8000) >> 16)
  }

  /// §8.3.2.3: a point (x, y) is shown at (a x + c y + …, b x + d y + …); the matrix is a b u c d v x y w.
  private static func orientation(_ matrix: [Int]) -> Int {
    let signs = [0, 1, 3, 4].map { matrix[$0].signum() }
    return switch (signs[0], signs[1], signs[2], signs[3]) {
    case (-1, 0, 0, 1): 2
    case (-1, 0, 0, -1): 3
    case (1, 0, 0, -1): 4
    case (0, 1, 1, 0): 5
    case (0, 1, -1, 0): 6
    case (0, -1, -1, 0): 7
    case (0, -1, 1, 0): 8
    default: 1
    }
  }

  private mutating func readMedia(_ media: Box, _ window: inout ByteWindow) throws {
    // §8.4.3: version and flags, a number, then the handler.
    if let box = try media.child("hdlr", &window),
      let type = FourCC(ByteView(try window.prefix(at: box.content.lowerBound, limit: 12)), at: 8)
    {
      handler = type
    }
    guard let tables = try media.child("minf", &window)?.child("stbl", &window) else { return }
    var walk = BoxWalk(tables.content)
    while let box = try walk.next(&window) {
      switch box.type {
      case "stsz", "stz2": table.sizes = table.sizes ?? box
      case "stco", "co64": table.offsets = table.offsets ?? box
      case "stsc": table.counts = table.counts ?? box
      case "stsd": if description.isEmpty { description = box.content }
      default: break
      }
    }
    guard !description.isEmpty else { return }
    // §8.5.2: version and flags, a count, then the entries; §12.1.3: width and height of the frames.
    let view = ByteView(try window.prefix(at: description.lowerBound, limit: min(description.count, 64)))
    coding = FourCC(view, at: 12) ?? coding
    // In MP4 the sizes of samples are those of their bytes; in QuickTime one byte stands for any.
    if handler == "soun", let sizes = table.sizes, sizes.type == "stsz",
      ByteView(try window.prefix(at: sizes.content.lowerBound, limit: 8)).uint32(at: 4) == 1
    {
      table.soundFrame = Self.soundFrame(view.dropFirst(8))
    }
    if size.width == 0 || size.height == 0, handler == "vide", let width = view.uint16(at: 40),
      let height = view.uint16(at: 42)
    {
      size = PixelSize(width: width, height: height)
    }
  }
}

extension MovieTrack {
  /// What a track is there for.
  enum Role {
    /// To be seen or heard, or to say when.
    case media
    /// To be read.
    case text
    /// To be told by programs.
    case data
  }

  var role: Role {
    if ["mebx", "camm", "gpmd"].contains(coding) { return .data }
    return switch handler {
    case "vide", "soun", "auxv", "pict", "tmcd", "hint", "clcp", "odsm", "sdsm", "ocsm", "ipsm": .media
    case "text", "sbtl", "subt": .text
    default: .data
    }
  }

  /// The first bytes of its samples, at most `limit`.
  func firstBytes(
    _ fragments: MovieFragments, limit: Int, window: inout ByteWindow
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for place in try table.places(limit: limit, window: &window).ranges + fragments.ranges(ofTrack: id) {
      guard bytes.count < limit else { break }
      bytes += try window.prefix(at: place.lowerBound, limit: min(place.count, limit - bytes.count))
    }
    return bytes
  }

  /// QuickTime File Format, "Sound sample description": an entry of version 0 says how wide a sample is,
  /// one of version 1 how many samples make up a frame, and how many bytes.
  private static func soundFrame(_ entry: ByteView) -> SampleTable.SoundFrame? {
    guard let version = entry.uint16(at: 16), let channels = entry.uint16(at: 24),
      let bits = entry.uint16(at: 26)
    else { return nil }
    if version == 1 {
      guard let samples = entry.uint32(at: 36), let bytes = entry.uint32(at: 44), samples > 0, bytes > 0
      else { return nil }
      return SampleTable.SoundFrame(sampleCount: samples, byteCount: bytes)
    }
    // Of formats that are packed, the bits say what they unpack to.
    let isPlain =
      FourCC(entry, at: 4).map { ["raw ", "twos", "sowt", "NONE", "\0\0\0\0"].contains($0) } ?? false
    guard version == 0, isPlain, channels > 0, bits > 0 else { return nil }
    return SampleTable.SoundFrame(sampleCount: 1, byteCount: channels * ((bits + 7) / 8))
  }
}

extension Box {
  /// The first box of `type` in it.
  func child(_ type: FourCC, _ window: inout ByteWindow) throws -> Box? {
    var walk = BoxWalk(content)
    while let box = try walk.next(&window) {
      if box.type == type { return box }
    }
    return nil
  }
}
