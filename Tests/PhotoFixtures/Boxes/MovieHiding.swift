/// Further forms in which movies hide where they were recorded: a camera maker's own, or left behind.
public enum MovieHiding: String, Sendable, CaseIterable {
  /// Apple's further keys about a place, beside keys that are about something else.
  case keys
  /// An item of iTunes's list that names its key itself.
  case freeForm
  /// `©xyz` in the user data of a track's media.
  case mediaText
  /// A comment that ends in coordinates.
  case comment
  /// A track of subtitles with coordinates, as drones and dash cameras write them.
  case subtitle
  /// A track of GoPro's sensors.
  case sensors
  /// A track of data of an unknown kind.
  case unknownTrack
  /// A box of a camera maker in user data.
  case makerBox
  /// A box of an unknown kind at the end.
  case unknownBox
  /// A `uuid` box of an unknown kind in the index.
  case unknownUserType
  /// XML of Sony's cameras in a box `meta`.
  case xml
  /// XMP that names a town.
  case town
  /// Blank space that holds what was there before an edit.
  case blankSpace
  /// An event message.
  case event
  /// A dash camera's log, which the index lists.
  case listedLog
  /// A dash camera's log, which nothing lists.
  case strayLog
  /// Bytes behind the last box.
  case trailer

  /// Adds the place to `movie`.
  ///
  /// - Parameter token: A text that occurs nowhere else.
  public func plant(_ token: String, in movie: MovieFile) -> MovieFile {
    var movie = movie
    let text = Array(token.utf8)
    let coordinates = "GPS(-13.4000, 52.5200, 34) \(token)"
    switch self {
    case .keys:
      movie.indexBoxes += MoviePlace.keys([
        ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.location.name", token),
        ("com.apple.quicktime.location.accuracy.horizontal", token),
        ("com.apple.quicktime.location.body", token), ("com.apple.quicktime.location.note", token),
        ("com.apple.quicktime.location.role", token), ("com.apple.quicktime.location.date", token),
        ("com.apple.quicktime.model", "iPhone"),
      ])
    case .freeForm:
      let item = BoxBytes.box(
        "----", BoxBytes.full("mean", Array("com.example".utf8)),
        BoxBytes.full("name", Array("GPSPosition".utf8)),
        BoxBytes.box("data", BoxBytes.number(1), BoxBytes.number(0), text))
      movie.userData += BoxBytes.full("meta", MoviePlace.handler("mdir"), BoxBytes.box("ilst", item))
    case .mediaText:
      movie.tracks[0].mediaBoxes += BoxBytes.box(
        "udta", MoviePlace.userText("©xyz", "+52.5200-013.4000/\(token)"))
    case .comment: movie.userData += MoviePlace.userText("©cmt", coordinates)
    case .subtitle:
      var track = MovieFile.Track("sbtl", "tx3g")
      let sample = BoxBytes.number16(coordinates.utf8.count) + Array(coordinates.utf8)
      track.samples = [BoxBytes.number16(5) + Array("Hello".utf8), sample, sample]
      track.samplesPerChunk = 1
      movie.tracks.append(track)
    case .sensors:
      var track = MovieFile.Track("meta", "gpmd")
      track.samples = (0..<5).map { _ in Array("GPS5l\u{14}\0\u{1}".utf8) + text }
      track.samplesPerChunk = 2
      movie.tracks.append(track)
    case .unknownTrack:
      var track = MovieFile.Track("data", "zzzz")
      track.samples = [text, text]
      movie.tracks.append(track)
    case .makerBox: movie.userData += BoxBytes.box("NCDT", BoxBytes.box("NCTG", text))
    case .unknownBox: movie.tail += BoxBytes.box("zzzz", text)
    case .unknownUserType: movie.indexBoxes += BoxBytes.box("uuid", HEIFFile.noise(16, seed: 3), text)
    case .xml:
      let xml = "<Group name=\"ExifGPS\"><Item name=\"Latitude\" value=\"\(token)\"/></Group>"
      movie.indexBoxes += BoxBytes.full(
        "meta", MoviePlace.handler("nrtm"), BoxBytes.full("xml ", Array(xml.utf8)))
    case .town: movie.tail += BoxBytes.xmp(XMPPacket(["photoshop:City": token]))
    case .blankSpace: movie.tail += BoxBytes.box("free", Array(coordinates.utf8))
    case .event: movie.tail += BoxBytes.full("emsg", text)
    case .listedLog, .strayLog:
      movie.logs.append(BoxBytes.box("free", Array("GPS ".utf8), text, [UInt8](repeating: 0, count: 40)))
      movie.listsLogs = self == .listedLog
    case .trailer: movie.tail += [0, 0, 0, 3] + text
    }
    return movie
  }
}
