import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("HEIF as libheif and ExifTool read it") struct HEIFInfoTests {
  private static let whole = (320, 240)
  static let files: [HEIFFile] =
    HEIFStructureTests.forms + [
      .single(), .single(coding: .av1(), [.turn(1)]), .single([.mirror(0), .turn(3)]),
      .single([.crop(x: 10, y: 20, width: 101, height: 50, of: whole)]),
      .single([.crop(x: 3, y: 5, width: 120, height: 61, of: whole), .turn(1)]),
      .single([.cleanAperture([121, 3, 161, 4, 3, 1, 0, 7])]),
      .grid(rows: 6, columns: 8, tile: (512, 512), size: (4032, 3024), [.turn(3)]),
    ]

  @Test("The upright size, thumbnail and EXIF are those that libheif finds", .needsHEIFInfo)
  func libheif() throws {
    let folder = try ScratchFolder()
    for (index, file) in Self.files.enumerated() {
      let main = file.primary ?? 0
      let thumbnail = HEIFFile.Item(
        2002, "hvc1", HEIFFile.noise(9, seed: 1), [.hevc(), .size(64, 64)], references: [("thmb", [main])])
      let exif = HEIFFile.Item.exif(2003, EXIFBuilder(orientation: 6), of: main)
      for file in [file, file.adding(thumbnail, exif)] {
        let path = try folder.write(file.bytes(), as: "\(index).heic")
        let picture = try HEIFInfo.picture(in: path)
        let inspection = try inspected(file).inspection
        #expect((inspection.width, inspection.height) == (picture.width, picture.height), "\(index)")
        #expect(inspection.kinds.contains(.thumbnail) == picture.hasThumbnail)
        let exifByteCount = inspection.blocks.first { $0.kind == .exif }?.byteCount ?? 0
        #expect(exifByteCount == picture.exifByteCount)
      }
    }
  }

  @Test("Place, time, camera and profile are those that ExifTool reads", .needsExifTool)
  func exifTool() throws {
    var exif = EXIFBuilder(.bigEndian, gps: GPSPosition(latitude: -33.5, longitude: 151.25, altitude: 12))
    exif.model = "Model 7"
    exif.dateTimeOriginal = "2024:02:29 12:00:00"
    let profile = PhotoFixtures.ICCBuilder.displayP3().bytes()
    for (isFirst, hasName) in [(true, false), (false, true)] {
      var file = HEIFFile.grid([.profile(profile), .turn(3)])
        .adding(
          .exif(2001, exif, of: 1000, hasName: hasName), .xmp(2002, XMPPacket(["dc:format": "x"]), of: 1000))
      file.isTableFirst = isFirst
      let tags = try PhotoFixtures.ExifTool.tags(file.bytes())
      let inspection = try inspected(file).inspection
      #expect(tags["GPS:GPSLatitude"].flatMap { Double($0) } == inspection.location.map { -$0.latitude })
      #expect(tags["GPS:GPSLongitude"].flatMap { Double($0) } == inspection.location?.longitude)
      #expect(tags["IFD0:Model"] == inspection.camera)
      #expect(tags["ExifIFD:DateTimeOriginal"] == "2024:02:29 12:00:00")
      #expect(tags["ICC_Profile:ProfileDescription"] == inspection.colorProfile)
      #expect(tags["XMP-dc:Format"] == "x")
      // ExifTool prints the turn in degrees clockwise.
      #expect(tags["QuickTime:Rotation"] == "270" || tags["QuickTime:Rotation"] == "90")
      #expect(inspection.kinds == (isFirst ? [.icc, .exif, .gps, .xmp] : [.exif, .gps, .xmp, .icc]))
    }
  }
}
