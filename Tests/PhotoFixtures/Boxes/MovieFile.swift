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
    let media = BoxBytes.box("mdat", tracks.flatMap { $0.samples.flatMap { $0 } })
    guard hasIndex else { return fileType + media + tail }
    guard isIndexFirst else { return fileType + media + index(dataStart: fileType.count + 8) + tail }
    let indexByteCount = index(dataStart: 0).count
    return fileType + index(dataStart: fileType.count + indexByteCount + 8) + media + tail
  }

  private func index(dataStart: Int) -> [UInt8] {
    var offset = dataStart
    let boxes = tracks.enumerated().map { place, track in
      defer { offset += track.samples.reduce(0) { $0 + $1.count } }
      return track.box(id: place + 1, offset: offset)
    }
    let unity: [UInt32] = [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000]
    let header = BoxBytes.full(
      "mvhd", BoxBytes.number(creation), BoxBytes.number(creation), BoxBytes.number(1000),
      BoxBytes.number(1000), BoxBytes.number(0x0001_0000), [1, 0] + [UInt8](repeating: 0, count: 10),
      unity.flatMap(BoxBytes.number), [UInt8](repeating: 0, count: 24),
      BoxBytes.number(UInt32(tracks.count + 1)))
    return BoxBytes.box(
      "moov", header, Array(boxes.joined()),
      userData.isEmpty ? [] : BoxBytes.box("udta", userData), indexBoxes)
  }
}
