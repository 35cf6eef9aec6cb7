import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the index of an MP4 or QuickTime movie (ISO/IEC 14496-12; QuickTime File Format) and lists what
/// it carries beside picture and sound.
///
/// Samples are not looked at, but for the first ones of tracks that are texts or data. Each box is visited
/// a fixed number of times, so the time is linear in the size of the index.
struct MovieReader {
  /// Who says where the movie was recorded, in the order of trust.
  enum Witness: Int {
    case key
    case text
    case fixedPoint
    case track
  }

  let source: any ByteSource
  let format: PhotoFormat
  var window: ByteWindow
  var pieces = FilePieces()
  var places: [Witness: PhotoInspection.Location] = [:]
  var make: String?
  var model: String?
  var takenAt: Date?
  var sampledTrackCount = 0
  /// Known before a track is read.
  var fragments: MovieFragments?
  private var createdAt: Date?
  private var tracks: [MovieTrack] = []

  /// Reads everything.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if the file is cut off, has no index or no picture;
  ///   ``FileSystemError`` if it cannot be read.
  static func read(
    _ source: any ByteSource, format: PhotoFormat
  ) throws -> (PhotoInspection, MovieStructure) {
    var reader = MovieReader(source: source, format: format, window: ByteWindow(source))
    return try reader.readFile()
  }

  private init(source: any ByteSource, format: PhotoFormat, window: ByteWindow) {
    self.source = source
    self.format = format
    self.window = window
  }

  private func damaged(_ reason: String) -> PhotoPreparer.Error {
    .damaged(file: source.name, reason: reason)
  }

  private mutating func readFile() throws -> (PhotoInspection, MovieStructure) {
    // Boxes may lie far apart; a large window would read the whole file to see their headers.
    var narrow = ByteWindow(source, capacity: 4 << 10)
    let file = try TopLevelBoxes(&narrow)
    guard let index = file.first("moov") else {
      throw damaged("its index is missing, as if recording or copying had been cut short")
    }
    if let last = file.boxes.last, last.missingByteCount > 0 {
      throw damaged("its last \(last.missingByteCount) bytes are missing")
    }
    fragments = try MovieFragments(file, index: index, source: source)
    for box in file.boxes { try readTopLevel(box, index: index) }
    for box in fragments?.others ?? [] { try readOther(box) }
    pieces.add(.trailer, file.rest)
    return try finish()
  }

  private mutating func readTopLevel(_ box: Box, index: Box) throws {
    switch box.type {
    case "moov" where box.range == index.range: try readIndex(box)
    case "ftyp", "styp", "mdat", "moof", "mfra", "sidx", "ssix", "pdin", "prft": break
    case "meta": try readMeta(box)
    case "udta": try readUserData(box)
    // Dash cameras keep the log of their receiver in blank space.
    case _ where try isPlaceLog(box): pieces.add(.movieLocation, box.range)
    // The old preview of a QuickTime file.
    case "pnot", "PICT": pieces.add(.thumbnail, box.range)
    case "emsg": pieces.add(.movieMetadata, box.range)
    default: try pieces.add(box, as: .trailer, window: &window)
    }
  }

  /// The most bytes of blank space that are searched.
  private static let blankLimit = 64 << 10

  private mutating func isPlaceLog(_ box: Box) throws -> Bool {
    guard box.type == "free" || box.type == "skip" else { return box.type == "GPS " }
    let count = min(box.content.count, Self.blankLimit)
    let bytes = try window.prefix(at: box.content.lowerBound, limit: count)
    return bytes.contains { $0 != 0 } && PlaceText.givesCoordinates(bytes)
  }

  /// Lists a box that may lie anywhere in the index.
  private mutating func readOther(_ box: Box) throws {
    switch box.type {
    case "udta": try readUserData(box)
    case "meta": try readMeta(box)
    default: try pieces.add(box, as: .movieMetadata, window: &window)
    }
  }

  private mutating func readIndex(_ index: Box) throws {
    var walk = BoxWalk(index.content)
    while let box = try walk.next(&window) {
      guard box.missingByteCount == 0 else { throw damaged("box \(box.type) of its index is cut off") }
      switch box.type {
      case "mvhd":
        createdAt = Self.creation(ByteView(try window.prefix(at: box.content.lowerBound, limit: 12)))
      case "trak": try readTrack(box)
      case "udta": try readUserData(box)
      case "meta": try readMeta(box)
      case "cmov":
        throw PhotoPreparer.Error.unsupported(
          file: source.name, reason: "the index of the movie is compressed")
      case "iods", "mvex", "pssh", "ctab", "clip", "rmra": break
      // Dash cameras list the places of their fixes here.
      case "gps ": pieces.add(.movieLocation, box.range)
      default: try pieces.add(box, as: .movieMetadata, window: &window)
      }
    }
    guard walk.limit - walk.position < 8 else { throw damaged("its index ends in bytes that are no box") }
  }

  /// §8.2.2: seconds since the start of 1904.
  private static func creation(_ view: ByteView) -> Date? {
    guard let full = Box.Full(view),
      let seconds = full.version == 1
        ? full.body.uint64(at: 0).map({ Int(clamping: $0) }) : full.body.uint32(at: 0)
    else { return nil }
    // From 1904 to 1970 there are 24 107 days. A clock that was never set says 0.
    let unix = seconds - 24_107 * 86_400
    return unix > 0 && unix < 1 << 40 ? Date(timeIntervalSince1970: Double(unix)) : nil
  }

  private mutating func readTrack(_ box: Box) throws {
    let track = try MovieTrack(box, window: &window)
    tracks.append(track)
    var walk = BoxWalk(box.content)
    while let part = try walk.next(&window) {
      guard part.missingByteCount == 0 else { throw damaged("box \(part.type) of a track is cut off") }
      switch part.type {
      case "udta", "meta", "uuid": try readOther(part)
      case "mdia": try readMedia(part)
      default: break
      }
    }
    guard walk.limit - walk.position < 8 else { throw damaged("a track ends in bytes that are no box") }
    try readTimedMetadata(track, box)
  }

  private mutating func readMedia(_ box: Box) throws {
    var walk = BoxWalk(box.content)
    while let part = try walk.next(&window) {
      if ["udta", "meta", "uuid"].contains(part.type) { try readOther(part) }
    }
  }

  private func finish() throws -> (PhotoInspection, MovieStructure) {
    let pictures = tracks.filter { $0.handler == "vide" && $0.size.width > 0 && $0.size.height > 0 }
    guard let picture = pictures.first(where: \.isEnabled) ?? pictures.first else {
      throw tracks.contains { $0.handler == "vide" }
        ? damaged("its picture has no size")
        : PhotoPreparer.Error.notAnImage(file: source.name, reason: "it holds no picture, only sound or data")
    }
    let size = picture.orientation >= 5 ? picture.size.transposed : picture.size
    let place = places.min { $0.key.rawValue < $1.key.rawValue }?.value
    let inspection = PhotoInspection(
      format: format, byteCount: window.end, width: size.width, height: size.height,
      orientation: picture.orientation, location: place ?? pieces.location,
      takenAt: takenAt ?? createdAt, camera: ExifReader.camera(make: make, model: model),
      colorProfile: nil, blocks: pieces.blocks(end: window.end))
    let structure = MovieStructure(
      width: size.width, height: size.height, orientation: picture.orientation)
    return (inspection, structure)
  }
}
