import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite struct HEIFInspectionTests {
  private typealias Item = HEIFFile.Item

  private func auxiliary(_ id: Int, _ name: String, count: Int) -> Item {
    Item(
      id, "hvc1", HEIFFile.noise(count, seed: id), [.hevc(chroma: 0), .size(20, 20), .auxiliary(name)],
      references: [("auxl", [1])])
  }

  @Test("EXIF, its parts and XMP are listed, and place, time and camera are read", arguments: [false, true])
  func texts(hasName: Bool) throws {
    var exif = EXIFBuilder(.bigEndian, gps: GPSPosition(latitude: -33.5, longitude: 151.25, altitude: 12))
    exif.make = "Maker"
    exif.model = "Model 7"
    exif.dateTimeOriginal = "2024:02:29 12:00:00"
    exif.offsetTimeOriginal = "+02:00"
    exif.makerNote = [1, 2, 3, 4, 5, 6, 7]
    exif.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
    let packet = XMPPacket(["exif:GPSLatitude": "10,0N", "exif:GPSLongitude": "20,0E"])
    let file = HEIFFile.single().adding(
      .exif(2, exif, of: 1, hasName: hasName), .xmp(3, packet, of: 1))
    let inspection = try inspected(file).inspection
    let sizes = [2, 3].compactMap { id in file.items.first { $0.id == id }?.data.count }
    #expect(inspection.kinds == [.exif, .gps, .makerNote, .thumbnail, .xmp])
    #expect(inspection.blocks.first?.byteCount == sizes[0])
    #expect(inspection.blocks.last?.byteCount == sizes[1])
    #expect(inspection.location == .init(latitude: -33.5, longitude: 151.25, altitude: 12))
    #expect(inspection.camera == "Maker Model 7")
    #expect(inspection.takenAt?.timeIntervalSince1970 == 1_709_200_800)

    let packetOnly = HEIFFile.single().adding(.xmp(3, packet, of: 1))
    #expect(
      try inspected(packetOnly).inspection.location == .init(latitude: 10, longitude: 20, altitude: nil))
  }

  @Test("EXIF of the picture wins over that of another item, whose place is told where there is no other")
  func severalExif() throws {
    let other = EXIFBuilder(gps: GPSPosition(latitude: 1, longitude: 2))
    var own = EXIFBuilder()
    own.model = "Own"
    let file = HEIFFile.single().adding(.exif(2, other, of: 50), .exif(3, own, of: 1))
    let inspection = try inspected(file).inspection
    #expect(inspection.camera == "Own" && inspection.location?.latitude == 1)
  }

  @Test("Every picture beside the main one has its kind")
  func pictures() throws {
    var thumbnail = Item(10, "hvc1", HEIFFile.noise(10, seed: 1), [.hevc(), .size(8, 8)])
    thumbnail.references = [("thmb", [1])]
    let further = Item(11, "hvc1", HEIFFile.noise(11, seed: 2), [.hevc(), .size(8, 8)])
    let gainMap = Item(12, "hvc1", HEIFFile.noise(12, seed: 3), [.hevc(), .size(8, 8)])
    var toneMap = Item(13, "tmap", HEIFFile.noise(13, seed: 4), [.size(320, 240)])
    toneMap.references = [("dimg", [1, 12])]
    let file = HEIFFile.single().adding(
      thumbnail, further, gainMap, toneMap,
      auxiliary(14, "urn:mpeg:hevc:2015:auxid:2", count: 14),
      auxiliary(15, "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", count: 15),
      auxiliary(16, "urn:com:apple:photo:2020:aux:hdrgainmap", count: 16),
      auxiliary(17, "urn:com:apple:photo:2018:aux:portraiteffectsmatte", count: 17),
      auxiliary(18, "urn:mpeg:hevc:2015:auxid:1", count: 18))
    let (inspection, structure) = try inspected(file)
    // The gain map belongs to the tone mapping that is made of it.
    #expect(
      blockSizes(inspection) == [
        "thumbnail 10", "mpf 11", "gainmap 25", "depth 14", "depth 15", "gainmap 16", "mpf 17",
      ])
    #expect(structure.alpha?.id == 18)
  }

  @Test("A further grid is listed once, with its tiles")
  func furtherGrid() throws {
    let tiles = [21, 22].map {
      Item($0, "hvc1", HEIFFile.noise(30, seed: $0), [.hevc(), .size(64, 64)])
    }
    var grid = Item.grid(20, rows: 1, tiles: [21, 22], width: 128, height: 64)
    grid.references.append(("thmb", [1000]))
    let file = HEIFFile.grid().adding(tiles[0], tiles[1], grid)
    #expect(blockSizes(try inspected(file).inspection) == ["thumbnail 68"])
  }

  @Test("A list of tiles that bites its own tail ends")
  func cycles() throws {
    var first = Item.grid(20, rows: 1, tiles: [21], width: 8, height: 8)
    first.references.append(("auxl", [20]))
    let second = Item.grid(21, rows: 1, tiles: [20, 21], width: 8, height: 8)
    #expect(try inspected(HEIFFile.single().adding(first, second)).inspection.kinds == [.mpf])
  }

  @Test("Profiles, texts, boxes and bytes that belong to nothing are listed")
  func others() throws {
    let profile = PhotoFixtures.ICCBuilder.displayP3().bytes()
    var file = HEIFFile.single([.profile(profile)])
    var note = Item(5, "mime", Array("a note".utf8))
    note.contentType = "text/plain"
    file.items.append(note)
    file.unclaimed = HEIFFile.noise(21, seed: 9)
    file.metaBoxes = BoxBytes.full("xml ", Array("<a/>".utf8))
    file.tail =
      BoxBytes.box("free", [0, 0, 0, 0]) + BoxBytes.box("free", Array("hidden".utf8))
      + BoxBytes.xmp(XMPPacket(["dc:title": "T"])) + BoxBytes.box("uuid", HEIFFile.noise(20, seed: 8)) + [9]
    let inspection = try inspected(file).inspection
    #expect(
      inspection.kinds == [.icc, .trailer, .text, .xmp])
    #expect(
      blockSizes(inspection).filter { !$0.hasPrefix("xmp") } == [
        "icc \(profile.count)", "trailer 16", "text 6", "trailer 21", "trailer 14", "trailer 28", "trailer 1",
      ])
  }

  @Test("Movies beside the picture are told in every form")
  func movies() throws {
    var file = HEIFFile.single()
    file.tail = BoxBytes.box("mpvd", MovieStub.mp4())
    #expect(blockSizes(try inspected(file).inspection) == ["motion-video \(MovieStub.mp4().count + 8)"])
    file.tail = MovieStub.mp4() + [1, 2, 3]
    #expect(
      blockSizes(try inspected(file).inspection) == ["motion-video \(MovieStub.mp4().count)", "trailer 3"])
    file.brands = ["avis", "avif", "mif1"]
    file.unclaimed = HEIFFile.noise(50, seed: 3)
    file.tail = BoxBytes.box("moov", HEIFFile.noise(30, seed: 1))
    #expect(blockSizes(try inspected(file).inspection) == ["motion-video 50", "motion-video 38"])
  }

  @Test("A result is never taken for a HEIF, nor a HEIF for a result")
  func formats() throws {
    #expect(try CleanJPEG.reason(against: HEIFFile.single().bytes()) != nil)
    for (brand, format) in [("heic", PhotoFormat.heic), ("mif1", .heif), ("avif", .avif)] {
      var file = HEIFFile.single()
      file.brands = [brand, "mif1"]
      #expect(try inspected(file).inspection.format == format)
    }
  }
}
