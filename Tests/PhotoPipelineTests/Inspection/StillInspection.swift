import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// What the inspection of a PNG gives.
func inspected(_ file: PNGFile) throws -> (inspection: PhotoInspection, structure: PNGStructure) {
  let (inspection, structure) = try PhotoInspection.read(MemoryByteSource(file.bytes, name: "test.png"))
  guard case .png(let png) = structure else { throw FixtureError("\(structure) is no PNG") }
  return (inspection, png)
}

/// What the inspection of a WebP gives.
func inspected(_ file: WebPFile) throws -> (inspection: PhotoInspection, structure: WebPStructure) {
  let (inspection, structure) = try PhotoInspection.read(MemoryByteSource(file.bytes, name: "test.webp"))
  guard case .webp(let webp) = structure else { throw FixtureError("\(structure) is no WebP") }
  return (inspection, webp)
}

/// What the inspection of a GIF gives.
func inspected(_ file: GIFFile) throws -> (inspection: PhotoInspection, structure: GIFStructure) {
  let (inspection, structure) = try PhotoInspection.read(MemoryByteSource(file.bytes, name: "test.gif"))
  guard case .gif(let gif) = structure else { throw FixtureError("\(structure) is no GIF") }
  return (inspection, gif)
}

extension PhotoInspection {
  /// The kinds and sizes of the blocks, as `kind size`.
  var blockSizes: [String] { blocks.map { "\($0.kind) \($0.byteCount)" } }
}

/// Why the inspection of `bytes` finds them damaged; `nil` if it does not.
func damage(_ bytes: [UInt8]) throws -> String? {
  do {
    _ = try PhotoInspection.read(MemoryByteSource(bytes, name: "test"))
    return nil
  } catch PhotoPreparer.Error.damaged(_, let reason) {
    return reason
  }
}

/// Small pictures of each format.
enum StillSamples {
  static let raster = Raster.gradient(width: 12, height: 7)
  static let palette = (0..<4).map { Raster.Color(UInt8($0 * 60), 9, 200) }

  static let png = PNGFile(PNGPicture(raster))
  static let webp = WebPFile.extended(VP8LPicture(raster))
  static let frame = GIFFrame(width: 12, height: 7) { x, y in UInt8((x + y) & 3) }
  static let gif = GIFFile(frame, palette: palette)

  /// EXIF with a place, a note and a small picture.
  static func exif(_ order: ByteOrder = .littleEndian, orientation: Int? = 6) -> EXIFBuilder {
    var exif = EXIFBuilder(order, orientation: orientation)
    exif.make = "Example"
    exif.model = "Phone"
    exif.dateTimeOriginal = "2024:02:29 12:00:00"
    exif.gps = GPSPosition(latitude: 48.5, longitude: -2.25, altitude: 12)
    exif.makerNote = [1, 2, 3, 4, 5]
    exif.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
    return exif
  }

  /// A packet with a place and a turn.
  static let packet = XMPPacket([
    "exif:GPSLatitude": "12,30N", "exif:GPSLongitude": "45,15E", "tiff:Orientation": "8",
  ])

  static let place = PhotoInspection.Location(latitude: 48.5, longitude: -2.25, altitude: 12)
  static let packetPlace = PhotoInspection.Location(latitude: 12.5, longitude: 45.25, altitude: nil)
}
