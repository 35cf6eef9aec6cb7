extension MovieReader {
  /// The most bytes of a sample and of a sample description that are looked at.
  private static let sampleLimit = 64 << 10
  /// The most tracks whose first sample is looked at; movies have one that tells places.
  private static let sampledTrackLimit = 16

  /// Lists a track whose samples are data about the movie, or texts that give coordinates.
  mutating func readTimedMetadata(_ track: MovieTrack, _ box: Box) throws {
    guard track.role != .media, let fragments else { return }
    var isPlace = track.coding == "camm" || track.coding == "gpmd"
    var sample = ByteView([])
    let keys = track.coding == "mebx" ? try track.placeKeys(&window).keys : []
    isPlace = isPlace || !keys.isEmpty
    if isPlace || track.role == .text, sampledTrackCount < Self.sampledTrackLimit {
      sampledTrackCount += 1
      sample = ByteView(try track.firstBytes(fragments, limit: Self.sampleLimit, window: &window))
    }
    if track.role == .text {
      guard PlaceText.givesCoordinates(sample.slice) else { return }
      isPlace = true
    }
    let inFragments = fragments.ranges(ofTrack: track.id).reduce(0) { $0 + $1.count }
    let byteCount = min(window.end, try track.table.byteCount(&window)) + inFragments
    pieces.add(
      isPlace ? .movieLocation : .movieMetadata, box.range.count + min(window.end, byteCount),
      at: box.range.lowerBound)
    switch track.coding {
    case "mebx": note(.track, Self.place(inBoxed: sample, keys: keys))
    case "camm": note(.track, Self.place(inCameraMotion: sample))
    default: break
    }
  }

  /// A sample of boxes: the type of each is the number of its key, its content the value.
  private static func place(inBoxed sample: ByteView, keys: Set<FourCC>) -> PhotoInspection.Location? {
    var cursor = ByteCursor(sample)
    while let size = cursor.number(4), let key = cursor.fourCC(), size >= 8,
      let value = cursor.rest.view(at: 0, count: size - 8)
    {
      if keys.contains(key), let place = PointLocation.parse(iso6709: value.slice) { return place }
      cursor.skip(size - 8)
    }
    return nil
  }

  /// Google's Camera Motion Metadata: two reserved bytes, a kind, then numbers, least byte first. Kind 5
  /// is latitude, longitude and altitude in double precision; kind 6 has the time and kind of fix before.
  private static func place(inCameraMotion sample: ByteView) -> PhotoInspection.Location? {
    func number(_ offset: Int) -> Double? {
      sample.uint64(at: offset, bigEndian: false).map { Double(bitPattern: $0) }
    }
    switch sample.uint16(at: 2, bigEndian: false) {
    case 5:
      guard let latitude = number(4), let longitude = number(12) else { return nil }
      return PhotoInspection.Location(
        checkedLatitude: latitude, longitude: longitude, altitude: number(20))
    case 6:
      guard let latitude = number(16), let longitude = number(24),
        let altitude = sample.uint32(at: 32, bigEndian: false)
      else { return nil }
      return PhotoInspection.Location(
        checkedLatitude: latitude, longitude: longitude,
        altitude: Double(Float(bitPattern: UInt32(altitude))))
    default:
      return nil
    }
  }
}

extension MovieTrack {
  /// The most bytes of a sample description that are looked at.
  private static let descriptionLimit = 64 << 10

  /// QuickTime File Format, "Timed metadata": the sample description lists keys, each under a number
  /// that the samples use for it. Those that tell a place are returned.
  ///
  /// - Returns: The keys, and whether all keys were read, so that there can be no others.
  func placeKeys(_ window: inout ByteWindow) throws -> (keys: Set<FourCC>, isWhole: Bool) {
    let count = ByteView(try window.prefix(at: description.lowerBound, limit: 8)).uint32(at: 4)
    // Version, flags and count of the table; then size, type and eight bytes of its first entry.
    let start = description.dropFirst(8 + 16)
    var walk = BoxWalk(start.lowerBound..<min(start.upperBound, start.lowerBound + Self.descriptionLimit))
    var found: Set<FourCC> = []
    var isWhole = count == 1 && start.count <= Self.descriptionLimit
    while let box = try walk.next(&window) {
      guard box.type == "keys" else { continue }
      var keys = BoxWalk(box.content)
      while let key = try keys.next(&window) {
        guard let name = try key.child("keyd", &window), name.missingByteCount == 0 else {
          isWhole = false
          continue
        }
        let bytes = try window.prefix(at: name.content.lowerBound, limit: min(name.content.count, 256))
        if PlaceText.isKey(String(decoding: bytes.dropFirst(4), as: UTF8.self)) { found.insert(key.type) }
      }
      isWhole = isWhole && keys.isComplete && box.missingByteCount == 0
    }
    return (found, isWhole && walk.isComplete)
  }
}
