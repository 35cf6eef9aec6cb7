/// What an XMP packet says about places, gain maps, depth maps and what is glued behind the picture.
///
/// The packet is searched, not parsed: the few properties wanted here are told by their usual names,
/// as attribute (`name="value"`) or element (`<name>value</name>`).
struct XMPReader {
  /// A further picture or movie behind the first one (Google's `Container:Directory`).
  struct Item: Hashable {
    let semantic: String
    let type: String
    let byteCount: Int
    let padding: Int
  }

  /// The most items that are looked at; phones write two to four.
  private static let itemLimit = 64

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where the photo was taken, from `exif:GPSLatitude` and its companions.
  var location: PhotoInspection.Location? {
    guard let latitude = degrees("exif:GPSLatitude", "N", "S"),
      let longitude = degrees("exif:GPSLongitude", "E", "W")
    else { return nil }
    let isBelow = value(of: "exif:GPSAltitudeRef") == "1"
    let altitude = value(of: "exif:GPSAltitude").flatMap(Self.number).map { isBelow ? -abs($0) : $0 }
    return PhotoInspection.Location(checkedLatitude: latitude, longitude: longitude, altitude: altitude)
  }

  /// Whether the picture that carries the packet is a gain map: Adobe's and Android's `hdrgm`, or Apple's.
  var describesGainMap: Bool {
    contains("hdrgm:Version") || contains("HDRGainMap:") || contains("aux:hdrgainmap")
  }

  /// Whether the picture that carries the packet is a depth map, as Apple marks it.
  var describesDepth: Bool {
    guard let type = value(of: "apdi:AuxiliaryImageType")?.lowercased() else { return false }
    return type.contains("depth") || type.contains("disparity")
  }

  /// How many bytes before the end of the file the movie of an early motion photo starts.
  var movieDistanceFromEnd: Int? {
    (value(of: "GCamera:MicroVideoOffset") ?? value(of: "Camera:MicroVideoOffset")).flatMap { Int($0) }
  }

  /// The pictures and movies of `Container:Directory`, the primary picture first.
  var items: [Item] {
    let opening = Array("<Container:Item".utf8)
    var found: [Item] = []
    var rest = bytes[...]
    while found.count < Self.itemLimit, let start = rest.firstIndex(of: opening) {
      // An item takes some hundred bytes; the next one starts a new search.
      let tail = bytes[(start + opening.count)...]
      let end = tail.firstIndex(of: opening) ?? bytes.endIndex
      let body = tail[..<min(end, tail.startIndex + 2048)]
      let semantic = Self.value(of: "Item:Semantic", in: body) ?? Self.value(of: "Item:DataURI", in: body)
      let type = Self.value(of: "Item:Mime", in: body)
      if semantic != nil || type != nil {
        func size(_ name: String) -> Int {
          max(0, Self.value(of: name, in: body).flatMap { Int($0) } ?? 0)
        }
        found.append(
          Item(
            semantic: semantic ?? "", type: type ?? "", byteCount: size("Item:Length"),
            padding: size("Item:Padding")))
      }
      rest = bytes[end...]
    }
    return found
  }

  private func contains(_ token: String) -> Bool {
    bytes[...].firstIndex(of: Array(token.utf8)) != nil
  }

  private func value(of name: String) -> String? { Self.value(of: name, in: bytes[...]) }

  /// The first value of the property `name`, at most 128 bytes long.
  private static func value(of name: String, in bytes: ArraySlice<UInt8>) -> String? {
    let name = Array(name.utf8)
    var rest = bytes
    while let start = rest.firstIndex(of: name) {
      rest = rest[(start + name.count)...]
      let body = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      let closing: UInt8
      var text: ArraySlice<UInt8>
      if body.first == UInt8(ascii: ">") {
        closing = UInt8(ascii: "<")
        text = body.dropFirst()
      } else if body.first == UInt8(ascii: "=") {
        let quoted = body.dropFirst().drop { $0 == 0x20 || $0 == 0x0A }
        guard let quote = quoted.first, quote == 0x22 || quote == 0x27 else { continue }
        closing = quote
        text = quoted.dropFirst()
      } else {
        continue
      }
      text = text.prefix(128)
      guard let end = text.firstIndex(of: closing) else { continue }
      return String(metadata: text[..<end])
    }
    return nil
  }

  /// XMP part 2 §3.3 `GPSCoordinate`: `51,30.5N` or `51,30,30N`.
  private func degrees(_ name: String, _ positive: Character, _ negative: Character) -> Double? {
    guard let text = value(of: name), let letter = text.last,
      letter == positive || letter == negative
    else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var size = 0.0
    var unit = 1.0
    for part in parts {
      guard let number = Double(part), number >= 0 else { return nil }
      size += number / unit
      unit *= 60
    }
    return letter == negative ? -size : size
  }

  /// A number or a fraction such as `139/10`.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let top = parts.first.flatMap({ Double($0) }) else { return nil }
    if parts.count == 1 { return top }
    guard parts.count == 2, let bottom = Double(parts[1]), bottom != 0 else { return nil }
    return top / bottom
  }
}
