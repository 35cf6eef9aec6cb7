import DurableFiles

/// Goes over a movie and notes what must be blanked so that it tells no place.
///
/// It works from lists of what is harmless: the boxes that make up an index, texts without coordinates,
/// XML without the names of places. Anything else that a movie can do without becomes blank space: boxes of
/// camera makers, unknown tracks of data, events, previews, and bytes that belong to nothing.
/// Tracks that are seen and heard are never touched; a movie in which that cannot be proved is refused.
struct MovieBlanking {
  /// The most places of samples, of all tracks together: days of recording.
  private static let placeLimit = 1 << 22

  /// A track and where its samples lie.
  struct Track {
    let track: MovieTrack
    let box: Box
    let places: [Range<Int>]
    /// Whether its tables say where every sample lies.
    let isWhole: Bool
  }

  let source: any ByteSource
  var window: ByteWindow
  var blanks = BlankList()
  /// The contents of the `mdat` boxes, in order.
  private(set) var media: [Range<Int>] = []

  init(_ source: any ByteSource) {
    self.source = source
    window = ByteWindow(source)
  }

  func damaged(_ reason: String) -> PhotoPreparer.Error { .damaged(file: source.name, reason: reason) }
  func unsupported(_ reason: String) -> PhotoPreparer.Error {
    .unsupported(file: source.name, reason: reason)
  }
  private func tooLarge(_ reason: String) -> PhotoPreparer.Error {
    .tooLarge(file: source.name, reason: reason)
  }

  /// What must be overwritten, in order.
  mutating func patches() throws -> [BytePatch] {
    var narrow = ByteWindow(source, capacity: 4 << 10)
    let file = try TopLevelBoxes(&narrow)
    guard let index = file.first("moov") else { throw damaged("its index is missing") }
    guard !file.isCutOff else { throw tooLarge("it has more than \(file.boxes.count) boxes") }
    media = file.boxes.filter { $0.type == "mdat" }.map(\.content)
    let fragments = try MovieFragments(file, index: index, source: source)
    let tracks = try readIndex(index, fragments)
    let removed = try blankTracks(tracks, fragments, file: file, index: index)
    for box in file.boxes { try readTopLevel(box, index: index) }
    for box in fragments.others { try readOther(box) }
    try blankRest(file.rest)
    try blankStrayLogs(outside: tracks)
    guard let patches = blanks.patches() else {
      throw damaged("what holds its place overlaps something else")
    }
    try check(patches, tracks: tracks.filter { !removed.contains($0.box.range) })
    return patches
  }

  private mutating func readTopLevel(_ box: Box, index: Box) throws {
    switch box.type {
    case "moov" where box.range == index.range: break
    case "ftyp", "styp", "mdat", "moof", "mfra", "sidx", "ssix", "pdin", "prft": break
    default: try readOther(box)
    }
  }

  private mutating func readIndex(_ index: Box, _ fragments: MovieFragments) throws -> [Track] {
    var tracks: [Track] = []
    var placeCount = 0
    var walk = BoxWalk(index.content)
    while let box = try walk.next(&window) {
      switch box.type {
      case "mvhd", "iods", "mvex", "pssh", "ctab", "clip", "rmra": break
      case "trak":
        try checkUnambiguous(box)
        let track = try MovieTrack(box, window: &window)
        let found = try track.table.places(limit: Self.placeLimit - placeCount, window: &window)
        let inFragments = fragments.ranges(ofTrack: track.id)
        placeCount += found.ranges.count + inFragments.count
        guard !found.isCutOff, placeCount < Self.placeLimit else {
          throw tooLarge("its samples lie in more than \(Self.placeLimit) places")
        }
        tracks.append(
          Track(track: track, box: box, places: found.ranges + inFragments, isWhole: found.isWhole))
      case "gps ":
        try blankLogs(listedIn: box)
        blanks.free(box)
      default: try readOther(box)
      }
    }
    try blankRest(walk.position..<walk.limit)
    return tracks
  }

  /// Blanks the tracks that tell a place, or may do so, and what is in those that are kept.
  ///
  /// - Returns: Where the boxes of the blanked ones lie.
  private mutating func blankTracks(
    _ tracks: [Track], _ fragments: MovieFragments, file: TopLevelBoxes, index: Box
  ) throws -> Set<Range<Int>> {
    var removed: Set<Range<Int>> = []
    var numbers: Set<Int> = []
    var keptNumbers: Set<Int> = []
    for track in tracks {
      // Without it there might be no picture left, and what describes its samples is read in one of two ways.
      guard track.track.handler != "vide" || track.track.role == .media else {
        throw damaged("a track of pictures has samples of data")
      }
      guard try tellsPlace(track) else {
        keptNumbers.insert(track.track.id)
        try readTrack(track.box)
        continue
      }
      guard track.isWhole else { throw damaged("a track of data does not say where its samples lie") }
      removed.insert(track.box.range)
      numbers.insert(track.track.id)
      blanks.free(track.box)
      for place in track.places {
        guard isInMedia(place) else { throw damaged("samples of a track of data lie outside of the media") }
        blanks.zero(place)
      }
    }
    guard keptNumbers.isDisjoint(with: numbers) else { throw damaged("two tracks have the same number") }
    for part in fragments.parts where !keptNumbers.contains(part.track) {
      guard numbers.contains(part.track) else { throw damaged("a fragment belongs to no track") }
      blanks.free(part.box)
    }
    try blankReferences(to: numbers, file: file, index: index)
    return removed
  }

  /// Blanks what else in the file is about tracks that are no more: `trex` of the index and `tfra` of the
  /// list of fragments.
  private mutating func blankReferences(to tracks: Set<Int>, file: TopLevelBoxes, index: Box) throws {
    guard !tracks.isEmpty else { return }
    if let extends = try index.child("mvex", &window) {
      for part in try MovieFragments.extensions(in: extends, &window) where tracks.contains(part.track) {
        blanks.free(part.box)
      }
    }
    for list in file.boxes where list.type == "mfra" {
      var walk = BoxWalk(list.content)
      while let box = try walk.next(&window) {
        let head = ByteView(try window.prefix(at: box.content.lowerBound, limit: min(8, box.content.count)))
        if box.type == "tfra", let track = head.uint32(at: 4), tracks.contains(track) { blanks.free(box) }
      }
    }
  }

  /// Whether `range` lies in one `mdat` box.
  func isInMedia(_ range: Range<Int>) -> Bool {
    var low = 0
    var high = media.count
    while low < high {
      let middle = (low + high) / 2
      if media[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return range.isEmpty
      || low < media.count && media[low].lowerBound <= range.lowerBound
        && range.upperBound <= media[low].upperBound
  }

  /// Makes sure that no byte of a track that is kept is overwritten.
  private func check(_ patches: [BytePatch], tracks: [Track]) throws {
    guard !patches.isEmpty else { return }
    let touchesMedia = media.contains { patches.touch($0) }
    for track in tracks {
      guard track.isWhole || !touchesMedia else {
        throw damaged("a track does not say where its samples lie")
      }
      guard !track.places.contains(where: { patches.touch($0) }) else {
        throw damaged("what holds its place overlaps picture or sound")
      }
    }
  }
}
