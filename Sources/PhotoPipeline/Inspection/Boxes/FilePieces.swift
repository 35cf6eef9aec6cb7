/// What a file of boxes carries beside its picture, put together while its parts go by in any order.
struct FilePieces {
  /// The most XMP packets, and the most blocks of EXIF, that are searched; a photo has one, and one for
  /// each gain or depth map. Items may share their bytes, so a small file can have thousands of large ones.
  private static let packetLimit = 16

  private struct Piece {
    let offset: Int
    let block: PhotoInspection.Block
    /// What lies inside it.
    let parts: [PhotoInspection.Block]
  }

  private var pieces: [Piece] = []
  private var packetCount = 0
  private var exifCount = 0
  private var exifLocation: PhotoInspection.Location?
  private var xmpLocation: PhotoInspection.Location?
  /// What EXIF says of the picture.
  private(set) var exif: ExifReader?
  private var isExifOfPicture = false

  /// Where the photo was taken: EXIF decides, then XMP.
  var location: PhotoInspection.Location? { exifLocation ?? xmpLocation }

  /// Everything found, in the order of the file.
  ///
  /// - Parameter end: The size of the file. A file that shrinks while it is read holds less than it said.
  func blocks(end: Int) -> [PhotoInspection.Block] {
    var list = BlockList()
    for piece in pieces.sorted(by: { $0.offset < $1.offset }) {
      for block in [piece.block] + piece.parts { list.add(block.kind, min(block.byteCount, end)) }
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
    exifCount += 1
    if exif == nil || (isOfPicture && !isExifOfPicture) {
      exif = reader
      exifLocation = reader.location ?? exifLocation
      isExifOfPicture = isOfPicture
    }
    exifLocation = exifLocation ?? reader.location
  }

  /// Whether a further block of EXIF is worth reading.
  var acceptsExif: Bool { exifCount < Self.packetLimit }

  /// Whether a further packet is worth reading.
  var acceptsPacket: Bool { packetCount < Self.packetLimit }

  mutating func add(_ packet: XMPReader) {
    packetCount += 1
    xmpLocation = xmpLocation ?? packet.location
  }
}

extension FilePieces {
  /// The most bytes of a packet that are searched.
  private static let packetByteLimit = 4 << 20

  /// The type of a `uuid` box that holds XMP (XMP part 3 §1.2.7.2): BE7ACFCB-97A9-42E8-9C71-999491E3AFAC.
  private static let xmpUserType: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Notes a packet of XMP that lies in the file in one piece.
  mutating func addXMP(at content: Range<Int>, byteCount: Int, window: inout ByteWindow) throws {
    add(.xmp, byteCount, at: content.lowerBound)
    guard acceptsPacket else { return }
    let limit = min(content.count, Self.packetByteLimit)
    add(XMPReader(try window.prefix(at: content.lowerBound, limit: limit)))
  }

  /// Notes a box that is no part of the format's own structure: XMP, blank space, or something unknown.
  ///
  /// - Parameter kind: What something unknown is listed as.
  mutating func add(_ box: Box, as kind: MetadataKind, window: inout ByteWindow) throws {
    switch box.type {
    case "uuid" where try box.userType(in: &window) == Self.xmpUserType:
      try addXMP(at: box.content.dropFirst(16), byteCount: box.range.count, window: &window)
    case "free", "skip", "wide":
      // Blank space carries nothing.
      if try !window.isBlank(box.content) { add(.trailer, box.range) }
    default:
      add(kind, box.range)
    }
  }
}
