/// The forms in which a movie carries the place where it was recorded.
public enum MoviePlace: String, Sendable, CaseIterable {
  /// `©xyz` in user data: text.
  case text
  /// `loci` in user data: fixed-point numbers.
  case fixedPoint
  /// Apple's key `com.apple.quicktime.location.ISO6709` with a value, in the index.
  case key
  /// `©xyz` in the list that iTunes keeps in user data.
  case list
  /// `©xyz` in the user data of a track.
  case trackText
  /// Apple's key with a value, in a track.
  case trackKey
  /// A track of timed metadata under Apple's key.
  case track
  /// A track of Google's camera motion metadata.
  case cameraMotion
  /// An XMP packet in user data, as Adobe writes it into QuickTime.
  case xmp
  /// An XMP packet in a box of its own, as Adobe writes it into MP4.
  case xmpBox

  /// Adds the place to `movie`.
  ///
  /// - Parameters:
  ///   - text: ISO 6709, for the forms that are text.
  ///   - position: The same place, for the others.
  public func plant(_ text: String, _ position: GPSPosition, in movie: MovieFile) -> MovieFile {
    var movie = movie
    let value = Array(text.utf8)
    switch self {
    case .text:
      movie.userData += Self.userText("©xyz", text)
    case .fixedPoint:
      movie.userData += BoxBytes.full(
        "loci", [0x15, 0xC7], Array("Pier 7\0".utf8), [0],
        [position.longitude, position.latitude, position.altitude ?? 0].flatMap(Self.fixed),
        Array("earth\0\0".utf8))
    case .key:
      movie.indexBoxes += Self.keys([("com.apple.quicktime.location.ISO6709", text)])
    case .list:
      let data = BoxBytes.box("data", BoxBytes.number(1), BoxBytes.number(0), value)
      movie.userData += BoxBytes.full(
        "meta", Self.handler("mdir"), BoxBytes.box("ilst", BoxBytes.box("©xyz", data)))
    case .trackText:
      movie.tracks[0].boxes += BoxBytes.box("udta", Self.userText("©xyz", text))
    case .trackKey:
      movie.tracks[0].boxes += Self.keys([("com.apple.quicktime.location.ISO6709", text)])
    case .track:
      var track = MovieFile.Track("meta", "mebx")
      let name = Array("com.apple.quicktime.location.ISO6709".utf8)
      let key = BoxBytes.box(
        "\0\0\0\u{1}", BoxBytes.box("keyd", BoxBytes.code("mdta"), name),
        BoxBytes.box("dtyp", BoxBytes.number(0), BoxBytes.number(1)))
      track.description = BoxBytes.box("keys", key)
      track.samples = [BoxBytes.box("\0\0\0\u{1}", value)]
      movie.tracks.append(track)
    case .cameraMotion:
      var track = MovieFile.Track("meta", "camm")
      let numbers = [position.latitude, position.longitude, position.altitude ?? 0]
      track.samples = [
        [0, 0, 5, 0] + numbers.flatMap { ByteOrder.littleEndian.bytes($0.bitPattern) }
      ]
      movie.tracks.append(track)
    case .xmp:
      movie.userData += BoxBytes.box("XMP_", Array(Self.packet(position).packet().utf8))
    case .xmpBox:
      movie.tail += BoxBytes.xmp(Self.packet(position))
    }
    return movie
  }

  /// A text of user data (QuickTime File Format, "User data text strings").
  public static func userText(_ type: String, _ text: String) -> [UInt8] {
    BoxBytes.box(type, BoxBytes.number16(text.utf8.count), [0x15, 0xC7], Array(text.utf8))
  }

  /// Apple's list of keys and values (QuickTime File Format, "Metadata atoms").
  public static func keys(_ entries: [(name: String, value: String)]) -> [UInt8] {
    let names = entries.flatMap { entry in
      BoxBytes.number(UInt32(entry.name.utf8.count + 8)) + BoxBytes.code("mdta") + Array(entry.name.utf8)
    }
    let values = entries.enumerated().flatMap { index, entry in
      let data = BoxBytes.box("data", BoxBytes.number(1), BoxBytes.number(0), Array(entry.value.utf8))
      return BoxBytes.number(UInt32(data.count + 8)) + BoxBytes.number(UInt32(index + 1)) + data
    }
    return BoxBytes.box(
      "meta", handler("mdta"), BoxBytes.full("keys", BoxBytes.number(UInt32(entries.count)), names),
      BoxBytes.box("ilst", values))
  }

  static func handler(_ type: String) -> [UInt8] {
    BoxBytes.full("hdlr", [0, 0, 0, 0], BoxBytes.code(type), [UInt8](repeating: 0, count: 13))
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    BoxBytes.number(UInt32(bitPattern: Int32((value * 65536).rounded())))
  }

  /// `GPSCoordinate` of XMP: degrees, minutes with a fraction, and a letter.
  static func packet(_ position: GPSPosition) -> XMPPacket {
    func coordinate(_ degrees: Double, _ letters: String) -> String {
      let size = degrees.magnitude
      let letter = degrees < 0 ? letters.suffix(1) : letters.prefix(1)
      let minutes = ((size - size.rounded(.down)) * 60 * 1_000_000).rounded() / 1_000_000
      return "\(Int(size)),\(minutes)\(letter)"
    }
    return XMPPacket([
      "exif:GPSLatitude": coordinate(position.latitude, "NS"),
      "exif:GPSLongitude": coordinate(position.longitude, "EW"),
    ])
  }
}
