/// The place in a GPS directory (EXIF 2.32 §4.6.6).
enum ExifLocation {
  private enum Tag {
    static let latitudeReference = 0x0001
    static let latitude = 0x0002
    static let longitudeReference = 0x0003
    static let longitude = 0x0004
    static let altitudeReference = 0x0005
    static let altitude = 0x0006
  }

  static func read(_ directory: TIFFBlock.Directory, in tiff: TIFFBlock) -> PhotoInspection.Location? {
    func degrees(_ value: Int, _ reference: Int, negative: UInt8) -> Double? {
      guard let entry = directory[value], let whole = tiff.number(entry) else { return nil }
      // Some writers give degrees alone, or degrees and minutes.
      let minutes = entry.count > 1 ? tiff.number(entry, at: 1) : 0
      let seconds = entry.count > 2 ? tiff.number(entry, at: 2) : 0
      guard let minutes, let seconds else { return nil }
      let letter = tiff.bytes(directory[reference])?.first.map { $0 & 0xDF }
      let size = whole + minutes / 60 + seconds / 3600
      return letter == negative ? -size : size
    }
    guard
      let latitude = degrees(Tag.latitude, Tag.latitudeReference, negative: UInt8(ascii: "S")),
      let longitude = degrees(Tag.longitude, Tag.longitudeReference, negative: UInt8(ascii: "W"))
    else { return nil }

    // 0 is above sea level and 1 below; EXIF 3.0 adds 2 and 3 for the ellipsoid.
    let isBelow = tiff.integer(directory[Tag.altitudeReference]).map { $0 == 1 || $0 == 3 } ?? false
    let altitude = tiff.number(directory[Tag.altitude]).map { isBelow ? -abs($0) : $0 }
    return PhotoInspection.Location(checkedLatitude: latitude, longitude: longitude, altitude: altitude)
  }
}

extension PhotoInspection.Location {
  /// - Returns: `nil` for what is no place on Earth. An altitude that is no number is dropped.
  init?(checkedLatitude latitude: Double, longitude: Double, altitude: Double?) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    // Adding 0 turns the -0 of a sea-level altitude below the sea into 0.
    let altitude = altitude.flatMap { $0.isFinite ? $0 + 0 : nil }
    self.init(latitude: latitude, longitude: longitude, altitude: altitude)
  }
}
