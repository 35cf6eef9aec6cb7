/// What lies behind the end marker of the picture: further pictures, a movie, and anything else.
struct PictureTail {
  private struct Piece {
    let range: Range<Int>
    let kind: MetadataKind
  }

  /// The most pieces that are told apart; what comes after them is one trailer.
  private static let pieceLimit = 8192

  private var pieces: [Piece] = []
  private let tail: Range<Int>

  /// - Parameters:
  ///   - tail: Where the bytes behind the end marker lie.
  ///   - index: The further pictures that the file lists.
  ///   - items: Those that its XMP lists.
  ///   - movieDistance: How many bytes before the end a movie starts, if XMP says so.
  init(
    _ tail: Range<Int>, index: [MultiPictureIndex.Picture], items: [XMPReader.Item], movieDistance: Int?,
    window: inout ByteWindow
  ) throws {
    self.tail = tail
    guard !tail.isEmpty else { return }
    var known = index.filter { $0.range.lowerBound >= tail.lowerBound }
      .map { Piece(range: $0.range, kind: $0.isDisparity ? .depth : .mpf) }
    known += try SamsungTrailer(in: tail, window: &window).blocks.map {
      Piece(range: $0.range, kind: $0.kind)
    }
    known += try Self.pieces(of: items, in: tail, window: &window)
    if let movieDistance, movieDistance > 0, movieDistance < tail.count {
      known.append(Piece(range: tail.upperBound - movieDistance..<tail.upperBound, kind: .motionVideo))
    }
    try lay(known.sorted { $0.range.lowerBound < $1.range.lowerBound }, window: &window)
  }

  /// The blocks in the order of the file; together they are all bytes of the tail.
  var blocks: [PhotoInspection.Block] {
    pieces.map { PhotoInspection.Block(kind: $0.kind, byteCount: $0.range.count) }
  }

  /// Puts the pieces that the file lists one behind the other and looks into the gaps.
  ///
  /// Pieces are cut so that none overlaps another: each byte is looked at once, whatever a file claims.
  private mutating func lay(_ known: [Piece], window: inout ByteWindow) throws {
    var position = tail.lowerBound
    for (index, piece) in known.enumerated() {
      let following = index + 1 < known.count ? known[index + 1].range.lowerBound : tail.upperBound
      let start = max(position, piece.range.lowerBound)
      let end = min(piece.range.upperBound, following)
      guard start < end else { continue }
      try explore(position..<start, window: &window)
      var kind = piece.kind
      if kind == .mpf { kind = try Self.kind(ofPictureAt: start..<end, window: &window) ?? .mpf }
      append(Piece(range: start..<end, kind: kind))
      position = end
    }
    try explore(position..<tail.upperBound, window: &window)
  }

  private static func kind(
    ofPictureAt range: Range<Int>, window: inout ByteWindow
  ) throws -> MetadataKind? {
    let picture = try EmbeddedPicture(at: range.lowerBound, limit: range.upperBound, window: &window)
    return picture.isGainMap ? .gainMap : picture.isDepth ? .depth : nil
  }

  /// Looks for pictures and movies that no index lists.
  private mutating func explore(_ gap: Range<Int>, window: inout ByteWindow) throws {
    var search = StartSearch(gap)
    var position = gap.lowerBound
    while position < gap.upperBound, pieces.count < Self.pieceLimit,
      let found = try search.next(from: position, window: &window)
    {
      append(Piece(range: position..<found.offset, kind: .trailer))
      if found.isMovie {
        position = try Self.endOfMovie(at: found.offset, limit: gap.upperBound, window: &window)
        append(Piece(range: found.offset..<position, kind: .motionVideo))
      } else {
        let picture = try EmbeddedPicture(at: found.offset, limit: gap.upperBound, window: &window)
        let kind: MetadataKind = picture.isGainMap ? .gainMap : picture.isDepth ? .depth : .trailer
        position = picture.end
        append(Piece(range: found.offset..<position, kind: kind))
      }
    }
    if position < gap.upperBound { append(Piece(range: position..<gap.upperBound, kind: .trailer)) }
  }

  /// Adds a piece; neighbouring bytes that belong to nothing, or to a movie, become one.
  private mutating func append(_ piece: Piece) {
    guard !piece.range.isEmpty else { return }
    if piece.kind == .trailer || piece.kind == .motionVideo, let last = pieces.last,
      last.kind == piece.kind, last.range.upperBound == piece.range.lowerBound
    {
      pieces.removeLast()
      pieces.append(Piece(range: last.range.lowerBound..<piece.range.upperBound, kind: piece.kind))
    } else {
      pieces.append(piece)
    }
  }
}

extension PictureTail {
  /// Finds where JPEGs (`FF D8 FF`) and movies (a box of type `ftyp`) start, in order.
  ///
  /// It remembers how far it has looked for either, so that no byte is searched twice.
  private struct StartSearch {
    private let limit: Int
    private var picture: Int?
    private var pictureSearchedTo: Int
    private var movieSearchedTo: Int

    init(_ gap: Range<Int>) {
      limit = gap.upperBound
      pictureSearchedTo = gap.lowerBound
      movieSearchedTo = gap.lowerBound
    }

    mutating func next(
      from position: Int, window: inout ByteWindow
    ) throws -> (offset: Int, isMovie: Bool)? {
      if picture.map({ $0 < position }) ?? true, pictureSearchedTo < limit {
        let start = max(position, pictureSearchedTo)
        picture = try window.firstIndex(of: [0xFF, 0xD8, 0xFF], from: start, limit: limit)
        pictureSearchedTo = picture.map { $0 + 1 } ?? limit
      }
      if let found = picture, found < position { picture = nil }
      // A movie that starts before the picture has its type at most eight bytes behind.
      let movieLimit = min(limit, picture.map { $0 + 8 } ?? limit)
      let start = max(position + 4, movieSearchedTo)
      if start < movieLimit {
        if let type = try window.firstIndex(of: Array("ftyp".utf8), from: start, limit: movieLimit) {
          movieSearchedTo = type + 4
          return (type - 4, true)
        }
        movieSearchedTo = max(start, movieLimit - 3)
      }
      return picture.map { ($0, false) }
    }
  }

  /// The boxes that stand at the top level of a movie.
  private static let boxTypes: Set<String> = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "uuid", "meta", "udta", "moof", "mfra", "sidx",
    "ssix", "pdin", "prft", "emsg",
  ]

  /// Where the boxes of a movie end (ISO/IEC 14496-12 §4.2).
  private static func endOfMovie(at start: Int, limit: Int, window: inout ByteWindow) throws -> Int {
    var position = start
    while position < limit, let bytes = try window.bytes(at: position, count: 8) {
      let head = ByteView(bytes)
      guard boxTypes.contains(String(decoding: bytes[4...], as: UTF8.self)), var size = head.uint32(at: 0)
      else { break }
      switch size {
      case 0:
        return limit
      case 1:
        guard let wide = try window.bytes(at: position + 8, count: 8),
          let value = ByteView(wide).uint64(at: 0), value >= 16
        else { return min(limit, position + 8) }
        size = Int(clamping: value)
      case 8...:
        break
      default:
        return max(position, min(limit, start + 8))
      }
      guard size <= limit - position else { return limit }
      position += size
    }
    return max(position, min(limit, start + 8))
  }

  /// The pieces that XMP lists, if they lie where it says: behind the picture in their order, or before
  /// the end of the file.
  private static func pieces(
    of items: [XMPReader.Item], in tail: Range<Int>, window: inout ByteWindow
  ) throws -> [Piece] {
    guard let primary = items.first else { return [] }
    let further = items.dropFirst()
    func kind(_ item: XMPReader.Item) -> MetadataKind? {
      let semantic = item.semantic.lowercased()
      if semantic.contains("gainmap") { return .gainMap }
      if semantic.contains("depth") || semantic.contains("confidence") { return .depth }
      return semantic.contains("motionphoto") || item.type.hasPrefix("video/") ? .motionVideo : nil
    }
    let total = further.reduce(0) { $0.addingClamped($1.byteCount).addingClamped($1.padding) }
    guard total > 0, total <= tail.count else { return [] }
    for first in [tail.lowerBound.addingClamped(primary.padding), tail.upperBound - total] {
      var position = first
      var found: [Piece] = []
      var fits = true
      for item in further where item.byteCount > 0 {
        guard position >= tail.lowerBound, item.byteCount <= tail.upperBound - position else {
          fits = false
          break
        }
        let head = ByteView(try window.prefix(at: position, limit: 12))
        let isPicture = head.starts(with: [0xFF, 0xD8, 0xFF]) || head.starts(with: [0x89, 0x50, 0x4E, 0x47])
        guard isPicture || head.dropFirst(4).starts(with: "ftyp") else {
          fits = false
          break
        }
        if let kind = kind(item) {
          found.append(Piece(range: position..<position + item.byteCount, kind: kind))
        }
        position = position.addingClamped(item.byteCount).addingClamped(item.padding)
      }
      if fits { return found }
    }
    return []
  }
}

extension Int {
  /// The sum, or the largest number if it does not fit.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
