extension HEIFReader {
  /// Lists what lies in the file and belongs to no item.
  mutating func listBoxes(_ file: TopLevelBoxes) throws {
    for box in table.others { try pieces.add(box, as: .trailer, window: &window) }
    var isMetaSeen = false
    var hasMovie = false
    for (index, box) in file.boxes.enumerated() {
      switch box.type {
      case "ftyp" where index > 0:
        // A second file is glued to this one: the movie of a motion photo.
        let end = file.boxes.last?.range.upperBound ?? box.range.upperBound
        pieces.add(.motionVideo, box.range.lowerBound..<end)
        pieces.add(.trailer, file.rest)
        try listUnused(in: Array(file.boxes[..<index]), hasMovie: hasMovie)
        return
      case "meta" where !isMetaSeen: isMetaSeen = true
      case "ftyp", "styp", "pdin", "mdat": break
      case "moov":
        hasMovie = true
        pieces.add(.motionVideo, box.range)
      case "moof", "mfra", "sidx", "mpvd": pieces.add(.motionVideo, box.range)
      case "sefd":
        // Samsung puts into a box what it glues to the end of a JPEG.
        let parts = try SamsungTrailer(in: box.content, window: &window).blocks
        pieces.add(
          .trailer, box.range.count, at: box.range.lowerBound,
          parts: parts.map { PhotoInspection.Block(kind: $0.kind, byteCount: $0.range.count) })
      default: try pieces.add(box, as: .trailer, window: &window)
      }
    }
    pieces.add(.trailer, file.rest)
    try listUnused(in: file.boxes, hasMovie: hasMovie)
  }

  /// Lists the bytes between the items' data that no item claims.
  ///
  /// - Parameter hasMovie: Whether they are the frames of an image sequence.
  private mutating func listUnused(in boxes: [Box], hasMovie: Bool) throws {
    var rooms = boxes.filter { $0.type == "mdat" }.map(\.content)
    if let data = table.data { rooms.append(data) }
    var used = table.items.flatMap(\.extents)
    used.sort { $0.lowerBound < $1.lowerBound }
    var next = 0
    for room in rooms.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      var position = room.lowerBound
      while next < used.count, used[next].lowerBound < room.upperBound {
        try listUnused(position..<max(position, used[next].lowerBound), hasMovie: hasMovie)
        position = max(position, used[next].upperBound)
        next += 1
      }
      try listUnused(position..<max(position, room.upperBound), hasMovie: hasMovie)
    }
  }

  private mutating func listUnused(_ range: Range<Int>, hasMovie: Bool) throws {
    guard try !range.isEmpty && !window.isBlank(range) else { return }
    pieces.add(hasMovie ? .motionVideo : .trailer, range)
  }
}
