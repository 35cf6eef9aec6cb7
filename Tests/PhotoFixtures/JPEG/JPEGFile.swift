/// A JPEG taken apart, so that a fixture can add, move, change and spoil its parts.
///
/// Each editing method returns a changed copy; ``bytes`` puts the parts together.
public struct JPEGFile: Sendable {
  /// The segments between SOI and the first SOS, in the order of the file.
  public var segments: [JPEGSegment]
  /// From the first SOS marker to the last byte before EOI.
  public var scans: [UInt8]
  /// Whether the file has an EOI marker.
  public var hasEndOfImage: Bool
  /// Further pictures and their index; see ``addingPictures(_:kind:)``.
  var multiPicture: MultiPicture?
  /// What follows the pictures.
  public var trailer: [UInt8]

  /// Takes a well-formed JPEG apart.
  ///
  /// - Throws: ``FixtureError`` if the bytes are none.
  public init(_ jpeg: [UInt8]) throws {
    guard jpeg.starts(with: [0xFF, JPEGMarker.startOfImage]) else { throw FixtureError("no JPEG") }
    segments = []
    var position = 2
    while true {
      guard position + 4 <= jpeg.count, jpeg[position] == 0xFF else {
        throw FixtureError("no JPEG marker at \(position)")
      }
      let marker = jpeg[position + 1]
      if marker == JPEGMarker.startOfScan { break }
      let length = Int(jpeg[position + 2]) << 8 | Int(jpeg[position + 3])
      guard length >= 2, position + 2 + length <= jpeg.count else {
        throw FixtureError("a JPEG segment at \(position) runs over the end")
      }
      segments.append(JPEGSegment(marker: marker, payload: Array(jpeg[position + 4..<position + 2 + length])))
      position += 2 + length
    }
    let end = Self.endOfScans(jpeg, from: position)
    scans = Array(jpeg[position..<end])
    hasEndOfImage = end + 2 <= jpeg.count
    trailer = Array(jpeg.dropFirst(end + 2))
  }

  /// Encodes a picture with `cjpeg` and takes the result apart.
  public init(_ raster: Raster, _ options: JPEGTool.Options = .init()) throws {
    try self.init(JPEGTool.encode(raster, options))
  }

  /// The whole file.
  public var bytes: [UInt8] {
    guard let multiPicture else { return primary(segments) + trailer }
    return multiPicture.join(segments) { primary($0) } + trailer
  }

  private func primary(_ segments: [JPEGSegment]) -> [UInt8] {
    [0xFF, JPEGMarker.startOfImage] + segments.flatMap(\.bytes) + scans
      + (hasEndOfImage ? [0xFF, JPEGMarker.endOfImage] : [])
  }

  /// Where the EOI marker is, or the end of the bytes.
  private static func endOfScans(_ jpeg: [UInt8], from start: Int) -> Int {
    var position = start
    while position + 1 < jpeg.count {
      guard jpeg[position] == 0xFF else {
        position += 1
        continue
      }
      switch jpeg[position + 1] {
      case JPEGMarker.endOfImage: return position
      // Stuffed zeros, restart markers and fill bytes belong to the coded data.
      case 0x00, 0xD0...0xD7: position += 2
      case 0xFF: position += 1
      default:
        guard position + 3 < jpeg.count else { return jpeg.count }
        position += 2 + (Int(jpeg[position + 2]) << 8 | Int(jpeg[position + 3]))
      }
    }
    return jpeg.count
  }
}
