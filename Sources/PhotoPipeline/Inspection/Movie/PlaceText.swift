/// Tells texts that say where something was recorded.
enum PlaceText {
  /// Whether a key of metadata is about a place or a direction.
  static func isKey(_ name: String) -> Bool {
    let name = name.lowercased()
    let words = [
      "location", "gps", "latitude", "longitude", "altitude", "coordinate", "geotag", "direction.",
    ]
    return name.hasSuffix("xyz") || name == "loci" || words.contains { name.contains($0) }
  }

  /// Whether a text gives coordinates: as ISO 6709, as a sentence of a GPS receiver (NMEA 0183), or as
  /// numbers behind a word such as `GPS` or `latitude`, which is how cameras write them into subtitles.
  ///
  /// NULs do not count, so that UTF-16 is read as well.
  static func givesCoordinates(_ bytes: some Sequence<UInt8>) -> Bool {
    let text = bytes.compactMap { $0 == 0 ? nil : lowercase($0) }
    return words.contains { isFollowedByNumber($0, in: text) } || containsSentence(text)
      || containsISO6709(text) || text[...].firstIndex(of: Array("pndm".utf8)) != nil
  }

  /// Whether XML names a place: a coordinate, a town, a country.
  static func isNamed(inXML bytes: some Sequence<UInt8>) -> Bool {
    let text = bytes.map(lowercase)
    return xmlNames.contains { text[...].firstIndex(of: $0) != nil }
  }

  private static let words = [
    "gps", "latitude", "longitude", "longtitude", "lat", "lon", "lng", "coordinates",
  ]
  .map { Array($0.utf8) }
  private static let xmlNames = [
    "gps", "latitude", "longitude", "location", ":city", ":state", "country", "province", "geo:",
    "coordinate",
  ].map { Array($0.utf8) }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  private static func isFollowedByNumber(_ word: [UInt8], in text: [UInt8]) -> Bool {
    var rest = text[...]
    while let start = rest.firstIndex(of: word) {
      rest = rest[(start + word.count)...]
      // "flat 5" is no latitude.
      guard start == 0 || !isLetter(text[start - 1]) || word.count > 3 else { continue }
      let number = rest.prefix(12).drop { !isDigit($0) && !isLetter($0) }
      if let first = number.first, isDigit(first) { return true }
    }
    return false
  }

  /// NMEA 0183: `$GPRMC,` and its like.
  private static func containsSentence(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while let start = rest.firstIndex(of: [0x24]) {
      rest = rest[(start + 1)...]
      let name = rest.prefix(6)
      if name.count == 6, name.first == UInt8(ascii: "g"), name.last == UInt8(ascii: ","),
        name.dropLast().allSatisfy(isLetter)
      {
        return true
      }
    }
    return false
  }

  /// ISO 6709 annex H: two numbers with signs, closed by a solidus or both with fractions.
  private static func containsISO6709(_ text: [UInt8]) -> Bool {
    func number(_ from: Int, digits: ClosedRange<Int>) -> (end: Int, hasFraction: Bool)? {
      guard from < text.count, text[from] == UInt8(ascii: "+") || text[from] == UInt8(ascii: "-") else {
        return nil
      }
      let whole = text[(from + 1)...].prefix(8).prefix(while: isDigit)
      guard digits.contains(whole.count) else { return nil }
      guard whole.endIndex < text.count, text[whole.endIndex] == UInt8(ascii: ".") else {
        return (whole.endIndex, false)
      }
      return (text[(whole.endIndex + 1)...].prefix(16).prefix(while: isDigit).endIndex, true)
    }
    for start in text.indices {
      guard let latitude = number(start, digits: 1...6),
        let longitude = number(latitude.end, digits: 1...7)
      else { continue }
      if latitude.hasFraction && longitude.hasFraction { return true }
      let end = number(longitude.end, digits: 1...7)?.end ?? longitude.end
      if end < text.count, text[end] == UInt8(ascii: "/") { return true }
    }
    return false
  }
}
