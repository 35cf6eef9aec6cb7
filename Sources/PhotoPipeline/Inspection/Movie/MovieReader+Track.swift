extension MovieReader {
  /// The most bytes of a sample and of a sample description that are looked at.
  private static let sampleLimit = 64 << 10
  /// The most tracks whose first sample is looked at; movies have one that tells places.
  private static let sampledTrackLimit = 16

  /// Lists a track whose samples are data about the movie.
  mutating func readTimedMetadata(_ track: MovieTrack, _ box: Box) throws {
    guard track.handler == "meta" || track.coding == "camm" || track.coding == "gpmd" else { return }
    let places = track.coding == "mebx" ? try placeKeys(of: track) : []
    let isPlace = !places.isEmpty || track.coding == "camm" || track.coding == "gpmd"
    let byteCount = box.range.count + min(window.end, try track.sampleByteCount(&window))
    pieces.add(isPlace ? .movieLocation : .movieMetadata, byteCount, at: box.range.lowerBound)
    guard isPlace, sampledTrackCount < Self.sampledTrackLimit else { return }
    sampledTrackCount += 1
    guard let sample = try track.firstSample(&window, limit: Self.sampleLimit) else { return }
    switch track.coding {
    case "mebx": note(.track, Self.place(inBoxed: sample, keys: places))
    case "camm": note(.track, Self.place(inCameraMotion: sample))
    default: break
    }
  }

  /// QuickTime File Format, "Timed metadata": the sample description lists keys, each under a number
  /// that the samples use for it. Those that tell a place are returned.
  private mutating func placeKeys(of track: MovieTrack) throws -> Set<FourCC> {
    // Version, flags and count of the table; then size, type and eight bytes of its first entry.
    let start = track.description.dropFirst(8 + 16)
    var walk = BoxWalk(start.lowerBound..<min(start.upperBound, start.lowerBound + Self.sampleLimit))
    var found: Set<FourCC> = []
    while let box = try walk.next(&window) {
      guard box.type == "keys" else { continue }
      var keys = BoxWalk(box.content)
      while let key = try keys.next(&window) {
        guard let name = try key.child("keyd", &window) else { continue }
        let bytes = try window.prefix(at: name.content.lowerBound, limit: min(name.content.count, 256))
        if Self.namesPlace(String(decoding: bytes.dropFirst(4), as: UTF8.self)) { found.insert(key.type) }
      }
    }
    return found
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
