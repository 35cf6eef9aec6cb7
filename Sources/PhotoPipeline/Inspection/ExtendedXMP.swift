import DurableFiles

/// The XMP that does not fit into one segment (XMP part 3 §1.1.3.1), put together from its pieces.
struct ExtendedXMP {
  /// The most pieces that are put together: 256 MiB of full segments.
  private static let pieceLimit = 4096
  /// The header of a piece: its name, a 32-digit id, the packet's length and this piece's offset.
  private static let headerByteCount = name.count + 32 + 4 + 4

  static let name = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

  private struct Piece {
    let id: [UInt8]
    let offset: Int
    let range: Range<Int>
  }

  private var pieces: [Piece] = []

  var isEmpty: Bool { pieces.isEmpty }

  /// Notes a piece that lies at `range` in the file and starts with the bytes `head`.
  mutating func add(_ head: [UInt8], at range: Range<Int>) {
    guard pieces.count < Self.pieceLimit, range.count > Self.headerByteCount,
      head.count >= Self.headerByteCount,
      let offset = ByteView(head).uint32(at: Self.headerByteCount - 4)
    else { return }
    let id = Array(head[Self.name.count..<Self.name.count + 32])
    pieces.append(
      Piece(id: id, offset: offset, range: range.lowerBound + Self.headerByteCount..<range.upperBound))
  }

  /// Looks for depth maps and a place in the packet.
  func read(from source: any ByteSource) throws -> (depthByteCount: Int, location: PhotoInspection.Location?)
  {
    let ordered = pieces.sorted {
      $0.id == $1.id ? $0.offset < $1.offset : $0.id.lexicographicallyPrecedes($1.id)
    }
    let packet = GatheredByteSource(source, pieces: ordered.map(\.range))
    var window = ByteWindow(packet, capacity: 64 << 10)

    var depth = 0
    for name in ["GDepth:Data", "GDepth:Confidence"] {
      // The attribute is base64 of a picture, megabytes long, and ends with its quote.
      let opening = Array("\(name)=\"".utf8)
      if let start = try window.firstIndex(of: opening, from: 0, limit: window.end) {
        let value = start + opening.count
        let end = try window.firstIndex(of: UInt8(ascii: "\""), from: value, limit: window.end) ?? window.end
        depth += end - value
      }
    }
    var location: PhotoInspection.Location?
    if let start = try window.firstIndex(of: Array("exif:GPSL".utf8), from: 0, limit: window.end) {
      location = XMPReader(try window.prefix(at: start, limit: 4096)).location
    }
    return (depth, location)
  }
}
