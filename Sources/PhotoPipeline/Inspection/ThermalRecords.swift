import DurableFiles

/// The place in the records that FLIR's thermal cameras write into APP1 segments.
///
/// The layout is not published. It is a file header `FFF`, a directory of 32-byte entries, and in the
/// entry of type 0x2B the place.
struct ThermalRecords {
  static let name = Array("FLIR\0".utf8)

  private static let pieceLimit = 256
  /// `FLIR`, NUL, a version byte, this piece's number and the number of the last one.
  private static let headerByteCount = 8
  private static let entryLimit = 256

  private var pieces: [(number: UInt8, range: Range<Int>)] = []

  var isEmpty: Bool { pieces.isEmpty }

  /// Notes a piece that lies at `range` in the file and starts with the bytes `head`.
  mutating func add(_ head: [UInt8], at range: Range<Int>) {
    guard pieces.count < Self.pieceLimit, range.count > Self.headerByteCount,
      head.count >= Self.headerByteCount
    else { return }
    pieces.append((head[6], range.lowerBound + Self.headerByteCount..<range.upperBound))
  }

  func location(from source: any ByteSource) throws -> PhotoInspection.Location? {
    let ordered = pieces.sorted { $0.number < $1.number }.map(\.range)
    var window = ByteWindow(GatheredByteSource(source, pieces: ordered), capacity: 64 << 10)
    let header = ByteView(try window.prefix(at: 0, limit: 64))
    guard header.starts(with: "FFF\0") else { return nil }
    // The version, 100 to 199, tells the byte order.
    guard
      let isBigEndian = [true, false].first(where: { order in
        header.uint32(at: 0x14, bigEndian: order).map { (100..<200).contains($0) } ?? false
      }),
      let directory = header.uint32(at: 0x18, bigEndian: isBigEndian),
      let entryCount = header.uint32(at: 0x1C, bigEndian: isBigEndian)
    else { return nil }

    for index in 0..<min(entryCount, Self.entryLimit) {
      guard let bytes = try window.bytes(at: directory + index * 32, count: 32) else { return nil }
      let entry = ByteView(bytes)
      guard entry.uint16(at: 0, bigEndian: isBigEndian) == 0x2B,
        let offset = entry.uint32(at: 0x0C, bigEndian: isBigEndian),
        let record = try window.bytes(at: offset, count: 0x24)
      else { continue }
      return Self.location(ByteView(record))
    }
    return nil
  }

  /// A flag that the place is valid, hemisphere letters, then latitude, longitude and altitude.
  ///
  /// The numbers are little-endian whatever the directory is. They are taken as signed and the letters
  /// are left alone, as ExifTool reads them, from which this layout is known.
  private static func location(_ record: ByteView) -> PhotoInspection.Location? {
    guard record.uint32(at: 0, bigEndian: false) == 1,
      let latitude = record.uint64(at: 0x10, bigEndian: false),
      let longitude = record.uint64(at: 0x18, bigEndian: false)
    else { return nil }
    let altitude = record.uint32(at: 0x20, bigEndian: false)
      .map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    return PhotoInspection.Location(
      checkedLatitude: Double(bitPattern: latitude), longitude: Double(bitPattern: longitude),
      altitude: altitude)
  }
}
