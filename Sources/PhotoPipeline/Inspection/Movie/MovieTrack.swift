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
  private(set) var sampleSizes: Box?
  private(set) var chunkOffsets: Box?

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
    cursor.skip(full.version == 1 ? 32 : 20)
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
    guard let table = try media.child("minf", &window)?.child("stbl", &window) else { return }
    sampleSizes = try table.child("stsz", &window)
    chunkOffsets = try table.child("stco", &window) ?? table.child("co64", &window)
    guard let box = try table.child("stsd", &window) else { return }
    description = box.content
    // §8.5.2: version and flags, a count, then the entries; §12.1.3: width and height of the frames.
    let view = ByteView(try window.prefix(at: box.content.lowerBound, limit: 44))
    coding = FourCC(view, at: 12) ?? coding
    if size.width == 0 || size.height == 0, handler == "vide", let width = view.uint16(at: 40),
      let height = view.uint16(at: 42)
    {
      size = PixelSize(width: width, height: height)
    }
  }
}

extension MovieTrack {
  /// The size of all samples together (§8.7.3).
  func sampleByteCount(_ window: inout ByteWindow) throws -> Int {
    guard let box = sampleSizes,
      let full = Box.Full(ByteView(try window.prefix(at: box.content.lowerBound, limit: 12))),
      let size = full.body.uint32(at: 0), let count = full.body.uint32(at: 4)
    else { return 0 }
    if size > 0 {
      let (product, overflow) = size.multipliedReportingOverflow(by: count)
      return overflow ? .max : product
    }
    var total = 0
    var position = box.content.lowerBound + 12
    let end = position + min(count * 4, box.content.upperBound - position)
    while position < end {
      let part = ByteView(try window.prefix(at: position, limit: min(64 << 10, end - position)))
      guard part.count > 0 else { break }
      for index in 0..<part.count / 4 { total += part.uint32(at: index * 4) ?? 0 }
      position += part.count
    }
    return total
  }

  /// The first bytes of the first sample, at most `limit`.
  func firstSample(_ window: inout ByteWindow, limit: Int) throws -> ByteView? {
    guard let sizes = sampleSizes, let offsets = chunkOffsets else { return nil }
    let table = ByteView(try window.prefix(at: sizes.content.lowerBound, limit: 16))
    let places = ByteView(try window.prefix(at: offsets.content.lowerBound, limit: 16))
    guard let common = table.uint32(at: 4), let size = common > 0 ? common : table.uint32(at: 12),
      let place = offsets.type == "stco"
        ? places.uint32(at: 8) : places.uint64(at: 8).map({ Int(clamping: $0) })
    else { return nil }
    return ByteView(try window.prefix(at: place, limit: min(size, limit)))
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
