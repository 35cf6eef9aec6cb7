import DurableFiles

/// What the application segments of one JPEG say, put together while they go by.
struct JPEGMetadata {
  /// The most XMP packets that are searched; a photo has one, beside its extension.
  static let packetLimit = 16

  /// The first EXIF block; a later one says nothing about the picture's turn, time or camera.
  var exif: ExifReader?
  var exifLocation: PhotoInspection.Location?
  var xmpLocation: PhotoInspection.Location?
  var packetCount = 0
  var items: [XMPReader.Item] = []
  var movieDistance: Int?
  var pictures: [MultiPictureIndex.Picture] = []
  var extendedXMP = ExtendedXMP()
  var photoshop = PhotoshopResources()
  var thermal = ThermalRecords()
  var icc = ICCAssembly()

  /// Where the photo was taken: EXIF decides, then XMP, then a camera's own records.
  private(set) var location: PhotoInspection.Location?

  /// Reads what is spread over several segments and lists what lies in it.
  ///
  /// - Returns: The colour profile, if there is a whole one, and where its pieces lie.
  mutating func finish(
    from source: any ByteSource, list: inout BlockList
  ) throws -> (profile: ICCReader?, pieces: [Range<Int>]) {
    let resources = try photoshop.read(from: source)
    for block in resources.blocks.reversed() {
      list.insert(block.kind, block.byteCount, at: photoshop.blockIndex)
    }
    if !extendedXMP.isEmpty {
      let extended = try extendedXMP.read(from: source)
      list.add(.depth, extended.depthByteCount)
      xmpLocation = xmpLocation ?? extended.location
    }
    location = exifLocation ?? resources.exif?.location ?? xmpLocation ?? resources.location
    if location == nil, !thermal.isEmpty { location = try thermal.location(from: source) }
    if exif == nil, var other = resources.exif {
      // The turn is EXIF's own segment alone to say.
      other.dropOrientation()
      exif = other
    }
    guard let gathered = try icc.profile(from: source) else { return (nil, []) }
    return (try ICCReader(gathered), gathered.pieces)
  }
}
