import DurableFiles

extension MovieBlanking {
  /// The most bytes of texts of one track that are searched; a longer one is taken for a log.
  private static let textLimit = 8 << 20

  /// Whether a track must go. Known to be harmless are pictures and sounds, timed metadata under keys of
  /// which none is a place, and texts that give no coordinates.
  mutating func tellsPlace(_ track: Track) throws -> Bool {
    switch track.track.role {
    case .media: return false
    case .data:
      guard track.track.coding == "mebx" else { return true }
      let (keys, isWhole) = try track.track.placeKeys(&window)
      return !keys.isEmpty || !isWhole
    case .text:
      var text: [UInt8] = []
      for place in track.places {
        guard place.count <= Self.textLimit - text.count else { return true }
        text += try window.prefix(at: place.lowerBound, limit: place.count)
      }
      return PlaceText.givesCoordinates(text)
    }
  }

  /// Refuses a track with two of what there must be one of: another reader might follow the other one.
  mutating func checkUnambiguous(_ track: Box) throws {
    var waiting = [track]
    var seen: Set<String> = []
    while let box = waiting.popLast() {
      var walk = BoxWalk(box.content)
      while let part = try walk.next(&window) {
        let name: String
        switch part.type {
        case "mdia", "minf", "stbl":
          waiting.append(part)
          name = "\(part.type)"
        case "tkhd", "hdlr", "stsd", "stsc": name = "\(part.type)"
        case "stsz", "stz2": name = "stsz"
        case "stco", "co64": name = "stco"
        default: continue
        }
        // The media and what they consist of have a handler each.
        guard seen.insert("\(box.type) \(name)").inserted else {
          throw damaged("a track has two boxes \(name)")
        }
      }
    }
  }

  /// Blanks what is in a track beside its samples and what describes them.
  mutating func readTrack(_ box: Box) throws {
    try readParts(
      of: box,
      known: [
        "tkhd", "tref", "edts", "load", "matt", "tapt", "txas", "clip", "crgn", "kmat", "imap", "trgr",
        "sinf",
      ]
    ) { blanking, media in
      guard media.type == "mdia" else { return false }
      try blanking.readParts(of: media, known: ["mdhd", "hdlr", "elng"]) { blanking, information in
        guard information.type == "minf" else { return false }
        try blanking.readParts(
          of: information,
          known: ["vmhd", "smhd", "hmhd", "nmhd", "sthd", "gmhd", "hdlr", "dinf", "stbl"]
        ) { _, _ in false }
        return true
      }
      return true
    }
  }

  /// - Parameter reads: Reads a part itself and returns whether it did.
  private mutating func readParts(
    of box: Box, known: Set<FourCC>, _ reads: (inout MovieBlanking, Box) throws -> Bool
  ) throws {
    var walk = BoxWalk(box.content)
    while let part = try walk.next(&window) {
      guard part.missingByteCount == 0 else { throw damaged("box \(part.type) of a track is cut off") }
      if known.contains(part.type) { continue }
      if try !reads(&self, part) { try readOther(part) }
    }
    try blankRest(walk.position..<walk.limit)
  }
}

extension MovieBlanking {
  /// What a log of a dash camera's receiver starts with, behind its size.
  private static let logName = Array("freeGPS ".utf8)

  /// Blanks the logs that a `gps ` box lists: eight bytes that end in a count, then place and size of each.
  mutating func blankLogs(listedIn box: Box) throws {
    let count = ByteView(try window.prefix(at: box.content.lowerBound, limit: 8)).uint32(at: 4) ?? 0
    var numbers = NumberStream(box.content.dropFirst(8), width: 4)
    for _ in 0..<count {
      guard let start = try numbers.next(&window), let byteCount = try numbers.next(&window) else { break }
      let head = ByteView(try window.prefix(at: start, limit: 12))
      // Cameras that were switched off leave entries that point to nothing.
      guard head.dropFirst(4).starts(with: Self.logName) else { continue }
      let range = start..<start + byteCount
      // One that is blank space at the top of the file is blanked as such.
      guard isInMedia(range) else { continue }
      blanks.zero(range)
    }
  }

  /// Blanks logs in bytes of the media that belong to no sample: some cameras list them nowhere.
  mutating func blankStrayLogs(outside tracks: [Track]) throws {
    let places = tracks.flatMap(\.places).sorted { $0.lowerBound < $1.lowerBound }
    var next = 0
    for content in media {
      var position = content.lowerBound
      while next < places.count, places[next].lowerBound < content.upperBound {
        if places[next].lowerBound > position {
          try blankLogs(in: position..<places[next].lowerBound)
        }
        position = max(position, places[next].upperBound)
        next += 1
      }
      if position < content.upperBound { try blankLogs(in: position..<content.upperBound) }
    }
  }

  private mutating func blankLogs(in gap: Range<Int>) throws {
    var position = gap.lowerBound
    while let name = try window.firstIndex(of: Self.logName, from: position, limit: gap.upperBound) {
      let start = max(gap.lowerBound, name - 4)
      let size = ByteView(try window.prefix(at: start, limit: 4)).uint32(at: 0) ?? 0
      let end = min(gap.upperBound, max(start + size, name + Self.logName.count))
      blanks.zero(start..<end)
      position = end
    }
  }
}
