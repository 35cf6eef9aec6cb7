/// What a file of boxes carries beside its picture, put together while its parts go by in any order.
struct HEIFPieces {
  /// The most XMP packets that are searched; a photo has one, and one for each gain or depth map.
  private static let packetLimit = 16

  private struct Piece {
    let offset: Int
    let block: PhotoInspection.Block
    /// What lies inside it.
    let parts: [PhotoInspection.Block]
  }

  private var pieces: [Piece] = []
  private var packetCount = 0
  private var exifLocation: PhotoInspection.Location?
  private var xmpLocation: PhotoInspection.Location?
  /// What EXIF says of the picture.
  private(set) var exif: ExifReader?
  private var isExifOfPicture = false

  /// Where the photo was taken: EXIF decides, then XMP.
  var location: PhotoInspection.Location? { exifLocation ?? xmpLocation }

  /// Everything found, in the order of the file.
  var blocks: [PhotoInspection.Block] {
    var list = BlockList()
    for piece in pieces.sorted(by: { $0.offset < $1.offset }) {
      list.add([piece.block])
      list.add(piece.parts)
    }
    return list.blocks
  }

  mutating func add(
    _ kind: MetadataKind, _ byteCount: Int, at offset: Int, parts: [PhotoInspection.Block] = []
  ) {
    let block = PhotoInspection.Block(kind: kind, byteCount: byteCount)
    pieces.append(Piece(offset: offset, block: block, parts: parts))
  }

  mutating func add(_ kind: MetadataKind, _ range: Range<Int>) {
    add(kind, range.count, at: range.lowerBound)
  }

  /// Notes a block of EXIF.
  ///
  /// - Parameter isOfPicture: Whether it is about the picture itself and not about a smaller copy.
  mutating func add(_ reader: ExifReader, _ byteCount: Int, at offset: Int, isOfPicture: Bool) {
    add(.exif, byteCount, at: offset, parts: reader.blocks)
    if exif == nil || (isOfPicture && !isExifOfPicture) {
      exif = reader
      exifLocation = reader.location ?? exifLocation
      isExifOfPicture = isOfPicture
    }
    exifLocation = exifLocation ?? reader.location
  }

  /// Whether a further packet is worth reading.
  var acceptsPacket: Bool { packetCount < Self.packetLimit }

  mutating func add(_ packet: XMPReader) {
    packetCount += 1
    xmpLocation = xmpLocation ?? packet.location
  }
}
