import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the metadata blocks of a PNG, WebP or GIF say, put together while they go by.
struct StillMetadata {
  /// The most bytes of an EXIF block that are read; one with a large preview stays below.
  static let exifLimit = 4 << 20
  /// The most bytes of an XMP packet, or of another text, that are read.
  static let textLimit = 1 << 20
  /// The most blocks of one kind that are read; a photo has one or two.
  static let blockLimit = 16

  /// The first EXIF block that the format itself provides for.
  private var exif: ExifReader?
  /// The first EXIF block that lies elsewhere, in a text.
  private var otherExif: ExifReader?
  private var exifLocation: PhotoInspection.Location?
  private var otherLocation: PhotoInspection.Location?
  private var xmpLocation: PhotoInspection.Location?
  private var exifCount = 0
  private var packetCount = 0
  /// The pictures and movies that XMP lists.
  private var items: [XMPReader.Item] = []
  /// How many bytes before the end of the file a movie starts, if XMP says so.
  private var movieDistance: Int?
  /// The profile that decides the colours.
  var profile: EmbeddedProfile?

  /// 1 to 8, or `nil` if the first EXIF block says nothing valid. EXIF in texts, and XMP, do not count.
  var orientation: Int? { exif?.orientation }

  /// Whether a further EXIF block is worth reading.
  var wantsExif: Bool { exifCount < Self.blockLimit }
  /// Whether a further XMP packet is worth reading.
  var wantsXMP: Bool { packetCount < Self.blockLimit }

  /// Reads a TIFF structure, with or without the name before it that JPEG gives it, and lists its parts.
  ///
  /// - Parameters:
  ///   - isOwn: Whether the block lies where the format has its EXIF; only then it decides the turn.
  ///   - byteCount: The bytes that the block takes in the file. If it is packed, its parts take no more.
  mutating func readExif(_ bytes: [UInt8], isOwn: Bool, byteCount: Int, list: inout BlockList) {
    exifCount += 1
    let view = ByteView(bytes)
    let isNamed = view.starts(with: JPEGSegment.exifName)
    let reader = ExifReader(isNamed ? view.dropFirst(JPEGSegment.exifHeaderByteCount) : view)
    for block in reader.blocks { list.add(block.kind, min(block.byteCount, byteCount)) }
    if isOwn {
      exif = exif ?? reader
      exifLocation = exifLocation ?? reader.location
    } else {
      otherExif = otherExif ?? reader
      otherLocation = otherLocation ?? reader.location
    }
  }

  mutating func readXMP(_ bytes: [UInt8]) {
    packetCount += 1
    let packet = XMPReader(bytes)
    xmpLocation = xmpLocation ?? packet.location
    movieDistance = movieDistance ?? packet.movieDistanceFromEnd
    if items.isEmpty { items = packet.items }
  }

  /// Reads image resources of Photoshop, or the one of them that holds IPTC records, and lists them.
  mutating func readResources(
    _ bytes: [UInt8], as kind: MetadataKind, byteCount: Int, list: inout BlockList
  ) throws {
    list.add(kind, byteCount)
    var resources = PhotoshopResources()
    resources.add(0..<bytes.count, blockIndex: 0)
    let content = try resources.read(from: MemoryByteSource(bytes, name: "resources"))
    for block in content.blocks where block.kind != kind {
      list.add(block.kind, min(block.byteCount, byteCount))
    }
    otherExif = otherExif ?? content.exif
    otherLocation = otherLocation ?? content.exif?.location
    xmpLocation = xmpLocation ?? content.location
  }

  /// What the profile means for a picture of `channelCount` channels, and its bytes if it fits.
  func profile(channelCount: Int) -> (ICCProfile, [UInt8]?) {
    (profile?.verdict(channelCount: channelCount) ?? .none, profile?.bytes(channelCount: channelCount))
  }

  /// The inspection of a picture that is stored with `width` and `height` pixels, after what stands behind
  /// its end is added to `list`.
  func inspection(
    _ format: PhotoFormat, width: Int, height: Int, endOfPicture: Int, list: inout BlockList,
    window: inout ByteWindow
  ) throws -> PhotoInspection {
    let tail = try PictureTail(
      endOfPicture..<max(endOfPicture, window.end), index: [], items: items, movieDistance: movieDistance,
      window: &window)
    list.add(tail.blocks)
    let isSideways = (orientation ?? 1) >= 5
    let told = exif ?? otherExif
    return PhotoInspection(
      format: format, byteCount: window.end, width: isSideways ? height : width,
      height: isSideways ? width : height, orientation: orientation,
      location: exifLocation ?? otherLocation ?? xmpLocation, takenAt: told?.takenAt, camera: told?.camera,
      colorProfile: profile?.name, blocks: list.blocks)
  }
}
