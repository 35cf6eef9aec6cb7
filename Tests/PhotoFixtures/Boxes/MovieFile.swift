/// An MP4 or QuickTime movie as bytes. Frames and sounds are noise: for readers that do not decode.
public struct MovieFile: Sendable {
  public var brand: String
  public var tracks: [Track]
  /// The boxes of the movie's user data.
  public var userData: [UInt8] = []
  /// Further boxes of the index.
  public var indexBoxes: [UInt8] = []
  /// Whether the index comes before the samples, as in files for the network.
  public var isIndexFirst = false
  public var hasIndex = true
  /// Whether the size of the box of samples takes 64 bits.
  public var hasWideMedia = false
  /// Bytes behind the samples that belong to no track, such as a dash camera's logs.
  public var logs: [[UInt8]] = []
  /// Whether the index lists the logs in a box `gps `.
  public var listsLogs = false
  /// Whether samples lie in fragments, one sample of each track in each.
  public var isFragmented = false
  /// Seconds since the start of 1904.
  public var creation: UInt32 = 0
  /// What follows: boxes, or anything else.
  public var tail: [UInt8] = []

  public init(_ brand: String = "qt  ", _ tracks: [Track] = [.video()]) {
    self.brand = brand
    self.tracks = tracks
  }

  public func bytes() -> [UInt8] {
    let fileType = BoxBytes.box("ftyp", BoxBytes.code(brand), [0, 0, 2, 0], BoxBytes.code(brand))
    if isFragmented {
      let index = index(dataStart: 0)
      return fileType + index + fragments(start: fileType.count + index.count) + tail
    }
    let samples = chunkOrder.flatMap { tracks[$0.track].chunks[$0.chunk].flatMap { $0 } } + logs.joined()
    let media = hasWideMedia ? BoxBytes.wideBox("mdat", samples) : BoxBytes.box("mdat", samples)
    let headerByteCount = hasWideMedia ? 16 : 8
    guard hasIndex else { return fileType + media + tail }
    guard isIndexFirst else {
      return fileType + media + index(dataStart: fileType.count + headerByteCount) + tail
    }
    let indexByteCount = index(dataStart: 0).count
    return fileType + index(dataStart: fileType.count + indexByteCount + headerByteCount) + media + tail
  }

  /// The chunks of all tracks by turns.
  private var chunkOrder: [(track: Int, chunk: Int)] {
    let most = tracks.map(\.chunks.count).max() ?? 0
    return (0..<most).flatMap { chunk in
      tracks.indices.filter { chunk < tracks[$0].chunks.count }.map { ($0, chunk) }
    }
  }

  private func index(dataStart: Int) -> [UInt8] {
    var offset = dataStart
    var offsets = tracks.map { _ in [Int]() }
    for (track, chunk) in chunkOrder {
      offsets[track].append(offset)
      offset += tracks[track].chunks[chunk].reduce(0) { $0 + $1.count }
    }
    let boxes = tracks.enumerated().map { place, track in
      isFragmented
        ? track.withoutSamples.box(id: place + 1, offsets: [])
        : track.box(id: place + 1, offsets: offsets[place])
    }
    let entries = logs.flatMap { log in
      defer { offset += log.count }
      return BoxBytes.number(UInt32(offset)) + BoxBytes.number(UInt32(log.count))
    }
    let list = BoxBytes.box("gps ", [0, 0, 1, 1], BoxBytes.number(UInt32(logs.count)), entries)
    let unity: [UInt32] = [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000]
    let header = BoxBytes.full(
      "mvhd", BoxBytes.number(creation), BoxBytes.number(creation), BoxBytes.number(1000),
      BoxBytes.number(1000), BoxBytes.number(0x0001_0000), [1, 0] + [UInt8](repeating: 0, count: 10),
      unity.flatMap(BoxBytes.number), [UInt8](repeating: 0, count: 24),
      BoxBytes.number(UInt32(tracks.count + 1)))
    return BoxBytes.box(
      "moov", header, Array(boxes.joined()),
      userData.isEmpty ? [] : BoxBytes.box("udta", userData), listsLogs ? list : [],
      isFragmented ? extensions : [], indexBoxes)
  }
}
