import DurableFiles

/// Reads a JPEG from its first to its last byte (ITU-T T.81 annex B) and notes what it carries.
///
/// It holds one window of the file and one segment. Every step goes forward, so the time is linear in
/// the size of the file. What it cannot explain is an error or a block, never skipped in silence.
struct JPEGReader {
  let source: any ByteSource
  var window: ByteWindow
  var list = BlockList()
  var structure: JPEGStructure?

  var metadata = JPEGMetadata()
  var hasJFIF = false
  var adobeTransform: Int?
  private var restartInterval = 0
  private var isHierarchical = false
  private var scanCount = 0

  init(_ source: any ByteSource) {
    self.source = source
    window = ByteWindow(source)
  }

  func damaged(_ reason: String) -> PhotoPreparer.Error {
    .damaged(file: source.name, reason: reason)
  }

  /// Reads everything.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if there is no picture or a segment cannot be read,
  ///   ``FileSystemError`` if the file cannot. A missing end marker is not an error.
  static func read(_ source: any ByteSource) throws -> (PhotoInspection, JPEGStructure) {
    var reader = JPEGReader(source)
    let end = try reader.readPicture()
    return try reader.finish(endOfPicture: end.offset, hasEndMarker: end.isMarked)
  }

  /// Walks over the segments and scans up to the end of the picture.
  private mutating func readPicture() throws -> (offset: Int, isMarked: Bool) {
    var position = 2
    while true {
      let (marker, at) = try nextMarker(from: position)
      guard let marker else { return try unmarkedEnd(at) }
      switch marker {
      case 0xD9:
        guard scanCount > 0 else { throw damaged("it ends before the first scan") }
        return (at + 2, true)
      case 0xD8:
        guard scanCount > 0 else { throw damaged("a second picture starts inside its header") }
        return (at, false)
      case 0x01, 0xD0...0xD7:
        // Markers without a segment, which mean something in coded data only.
        guard scanCount == 0 else { throw damaged("marker \(hex(marker)) stands behind a scan") }
        list.add(.trailer, 2)
        position = at + 2
      case 0xC0...0xC7, 0xC9...0xCF, 0xDA...0xEF, 0xFE:
        position = try readSegment(marker, at: at)
      default:
        throw damaged("marker \(hex(marker)) has no defined structure")
      }
    }
  }

  /// The next marker from `position` on, and where it stands; no marker at the end of the file.
  ///
  /// Bytes before it belong to no segment. Fill bytes FF before a marker are part of it (§B.1.1.2).
  private mutating func nextMarker(from position: Int) throws -> (UInt8?, Int) {
    var start = position
    while let hit = try window.firstIndex(of: 0xFF, from: start, limit: .max) {
      var last = hit
      while try window.byte(at: last + 1) == 0xFF { last += 1 }
      guard let marker = try window.byte(at: last + 1) else { break }
      if marker != 0x00 {
        list.add(.trailer, hit - position)
        return (marker, last)
      }
      start = last + 2
    }
    return (nil, position)
  }

  /// The end of a picture that has no end marker.
  private func unmarkedEnd(_ position: Int) throws -> (offset: Int, isMarked: Bool) {
    guard scanCount > 0 else {
      throw damaged(structure == nil ? "it has no frame header" : "it ends before the first scan")
    }
    return (position, false)
  }

  /// Reads the segment whose marker stands at `position` and returns where the next one may start.
  private mutating func readSegment(_ marker: UInt8, at position: Int) throws -> Int {
    guard let length = try window.uint16(at: position + 2) else {
      throw damaged("segment \(hex(marker)) is cut off")
    }
    guard length >= 2 else { throw damaged("segment \(hex(marker)) has the impossible length \(length)") }
    let end = position + 2 + length
    guard end <= window.end else {
      throw damaged("segment \(hex(marker)) runs \(end - window.end) bytes beyond the end of the file")
    }
    let payload = position + 4..<end
    switch marker {
    case 0xE0...0xEF: try readApplicationSegment(Int(marker & 15), payload: payload)
    case 0xFE: list.add(.comment, payload.count + 4)
    case 0xDA: return try readScan(payload: payload)
    case 0xC4, 0xCC, 0xDB, 0xDF: break
    case 0xC0...0xCF: try readFrame(marker, payload: payload)
    case 0xDC: try readLateHeight(payload: payload)
    case 0xDD: restartInterval = try window.uint16(at: payload.lowerBound) ?? 0
    case 0xDE: isHierarchical = true
    default: break
    }
    return end
  }

  private mutating func readFrame(_ marker: UInt8, payload: Range<Int>) throws {
    guard structure == nil || isHierarchical else { throw damaged("it has two frame headers") }
    let bytes = try window.prefix(at: payload.lowerBound, limit: payload.count)
    switch JPEGStructure.frame(marker: marker, payload: ByteView(bytes)) {
    case .success(var frame):
      if isHierarchical { frame.process = .hierarchical }
      // The first frame of a hierarchical picture is its smallest; the last one counts.
      structure = frame
    case .failure(let reason):
      throw damaged(reason.text)
    }
  }

  /// §B.2.5: a height of 0 in the frame header is made up for behind the first scan.
  private mutating func readLateHeight(payload: Range<Int>) throws {
    guard let height = try window.uint16(at: payload.lowerBound), payload.count == 2, height > 0 else {
      throw damaged("its late height is broken")
    }
    if structure?.height == 0 {
      structure?.height = height
      structure?.hasLateHeight = true
    }
  }

  private mutating func readScan(payload: Range<Int>) throws -> Int {
    guard let structure else { throw damaged("a scan comes before the frame header") }
    guard let count = try window.byte(at: payload.lowerBound), (1...4).contains(count),
      payload.count == 4 + 2 * Int(count), Int(count) <= structure.components.count
    else { throw damaged("a scan header has the wrong length") }
    scanCount += 1
    return try window.endOfEntropyCodedData(from: payload.upperBound)
  }

  /// Puts everything together once the picture's end is known.
  private mutating func finish(
    endOfPicture: Int, hasEndMarker: Bool
  ) throws -> (PhotoInspection, JPEGStructure) {
    guard var structure else { throw damaged("it has no frame header") }
    guard structure.height > 0 else { throw damaged("the picture has no height") }
    let (profile, pieces) = try metadata.finish(from: source, list: &list)
    structure.scanCount = scanCount
    structure.adobeTransform = adobeTransform
    structure.hasJFIF = hasJFIF
    structure.restartInterval = restartInterval
    structure.orientation = metadata.exif?.orientation ?? 1
    structure.exifColorSpace = metadata.exif?.colorSpace
    structure.interoperabilityIndex = metadata.exif?.interoperabilityIndex
    structure.profile = ICCProfile(profile, channelCount: structure.components.count)
    if case .other = structure.profile { structure.profilePieces = pieces }
    structure.hasEndMarker = hasEndMarker
    let endOfPicture = hasEndMarker ? endOfPicture : try window.endWithoutZeros(before: endOfPicture)
    structure.endOfPicture = endOfPicture

    let tail = try PictureTail(
      endOfPicture..<max(endOfPicture, window.end), index: metadata.pictures, items: metadata.items,
      movieDistance: metadata.movieDistance, window: &window)
    list.add(tail.blocks)

    let isSideways = structure.isTurnedSideways
    let inspection = PhotoInspection(
      format: .jpeg, byteCount: window.end,
      width: isSideways ? structure.height : structure.width,
      height: isSideways ? structure.width : structure.height,
      orientation: metadata.exif?.orientation, location: metadata.location,
      takenAt: metadata.exif?.takenAt, camera: metadata.exif?.camera, colorProfile: profile?.name,
      blocks: list.blocks)
    return (inspection, structure)
  }

  private func hex(_ marker: UInt8) -> String {
    "FF" + (marker < 16 ? "0" : "") + String(marker, radix: 16, uppercase: true)
  }
}
