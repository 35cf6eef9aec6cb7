import Foundation
import Testing

@testable import PhotoPipeline

@Suite struct BlockInspectionTests {
  @Test("A picture with JFIF alone is clean")
  func clean() throws {
    let (inspection, structure) = try inspected(JPEGParts.file(JPEGParts.jfif))
    #expect(inspection.isClean)
    #expect((inspection.width, inspection.height) == (24, 16))
    #expect(structure.hasJFIF && structure.hasEndMarker && structure.process == .baseline)
    #expect(structure.components.map(\.id) == [1, 2, 3] && structure.scanCount == 1)
  }

  @Test(
    "Each kind of segment is listed with its whole size",
    arguments: [
      (JPEGParts.xmp("<x/>"), "xmp 37"),
      (JPEGParts.extendedXMP([1, 2, 3], at: 0, total: 3), "xmp 82"),
      (JPEGParts.photoshop([]), "photoshop 18"),
      (JPEGParts.icc([], number: 1, count: 1), "icc 18"),
      (JPEGParts.segment(0xFE, Array("hello".utf8)), "comment 9"),
      (JPEGParts.segment(0xFE, []), "comment 4"),
      (JPEGParts.multiPicture([]), "mpf 58"),
      (JPEGParts.app(2, "urn:iso:std:iso:ts:21496:-1\0", [0, 0, 0, 0]), "gainmap 36"),
      (JPEGParts.app(0, "JFXX\0", [0x10, 1, 2]), "thumbnail 12"),
      (JPEGParts.app(0, "AVI1"), "app-0 8"),
      (JPEGParts.app(1, "FLIR\0", [1, 0, 0, 9]), "app-1 13"),
      (JPEGParts.app(2, "FPXR\0"), "app-2 9"),
      (JPEGParts.app(11, "JP"), "app-11 6"),
      (JPEGParts.app(13, "unknown"), "app-13 11"),
      (JPEGParts.app(14, "Adobe", [0, 100, 0, 0, 0, 0, 1]), "app-14 16"),
      (JPEGParts.app(15, ""), "app-15 4"),
      ([0xFF, 0x01], "trailer 2"),
      (Array("stray".utf8), "trailer 5"),
      ([0xFF, 0x00, 0x41], "trailer 3"),
    ])
  func kinds(segment: [UInt8], expected: String) throws {
    #expect(try blockSizes(JPEGParts.file(JPEGParts.jfif + segment)) == [expected])
    let late = Array(JPEGParts.file().dropLast(2)) + JPEGParts.segment(0xFE, []) + segment
    if segment != [0xFF, 0x01] { #expect(try blockSizes(late + JPEGParts.eoi) == ["comment 4", expected]) }
  }

  @Test("Every application segment but those with a kind of their own is listed by number")
  func applicationNumbers() throws {
    for number: UInt8 in 0...15 {
      let segment = JPEGParts.app(number, "Something\0")
      #expect(try blockSizes(JPEGParts.file(segment)) == ["app-\(number) 14"])
    }
  }

  @Test("A thumbnail in JFIF, surplus bytes in it and a second JFIF are listed")
  func jfifThumbnail() throws {
    let pixels = [UInt8](repeating: 9, count: 12)
    let head: [UInt8] = [1, 1, 0, 0, 1, 0, 1]
    let thumbnail = JPEGParts.app(0, "JFIF\0", head + [2, 2] + pixels)
    #expect(try blockSizes(JPEGParts.file(thumbnail)) == ["thumbnail 12"])
    let cut = JPEGParts.app(0, "JFIF\0", head + [200, 200] + pixels)
    #expect(try blockSizes(JPEGParts.file(cut)) == ["thumbnail 12"])
    let surplus = JPEGParts.app(0, "JFIF\0", head + [0, 0] + pixels)
    #expect(try blockSizes(JPEGParts.file(surplus)) == ["app-0 12"])
    #expect(try blockSizes(JPEGParts.file(JPEGParts.jfif + JPEGParts.jfif)) == ["app-0 18"])
  }

  @Test("The Adobe segment's transform is handed to the decoder")
  func adobe() throws {
    for transform: UInt8 in 0...2 {
      let segment = JPEGParts.app(14, "Adobe", [0, 100, 0, 0, 0, 0, transform])
      #expect(try inspected(JPEGParts.file(segment)).structure.adobeTransform == Int(transform))
    }
    #expect(try inspected(JPEGParts.file()).structure.adobeTransform == nil)
  }

  @Test("Photoshop resources are found across segments, names and odd sizes")
  func photoshop() throws {
    let resources =
      JPEGParts.resource(0x0404, [1, 2, 3], name: "odd")
      + JPEGParts.resource(0x03ED, [UInt8](repeating: 0, count: 16))
      + JPEGParts.resource(0x040C, [UInt8](repeating: 5, count: 61), name: "even")
      + JPEGParts.resource(0x0424, Array("<x/>".utf8)) + JPEGParts.resource(0x0422, Array("MM".utf8))
    let found = ["iptc 3", "thumbnail 61", "xmp 4", "exif 2"]
    for cut in 0...resources.count {
      let first = JPEGParts.photoshop(Array(resources[..<cut]))
      let second = JPEGParts.photoshop(Array(resources[cut...]))
      let sizes = try blockSizes(JPEGParts.file(first + second))
      #expect(sizes == ["photoshop \(first.count)"] + found + ["photoshop \(second.count)"])
    }
  }

  @Test("A broken Photoshop resource does not hide those of the next segment")
  func brokenPhotoshop() throws {
    let broken = JPEGParts.photoshop(Array("8BIM".utf8) + [4, 4, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2])
    let whole = JPEGParts.photoshop(JPEGParts.resource(0x0404, [1, 2, 3, 4]))
    #expect(try inspected(JPEGParts.file(broken + whole)).inspection.kinds == [.photoshop, .iptc])
  }

  @Test("Blocks of millions of segments are summed and none is lost")
  func manySegments() throws {
    let comments = (0..<5000).flatMap { _ in JPEGParts.segment(0xFE, [1]) }
    let inspection = try inspected(JPEGParts.file(comments + JPEGParts.app(5, "x"))).inspection
    #expect(inspection.blocks.count <= BlockList.separateLimit + 2)
    #expect(inspection.blocks.filter { $0.kind == .comment }.reduce(0) { $0 + $1.byteCount } == 25000)
    #expect(inspection.kinds == [.comment, .app(5)])
  }

  @Test(
    "XMP gives the place where EXIF does not",
    arguments: [
      (
        #"exif:GPSLatitude="51,30.5N" exif:GPSLongitude="0,7.5W" exif:GPSAltitude="1255/10""#,
        51.508333333333, -0.125, 125.5
      ),
      (
        "<exif:GPSLatitude>33,51,30S</exif:GPSLatitude> <exif:GPSLongitude>\n151,12.5E</exif:GPSLongitude>",
        -33.858333333333, 151.208333333333, nil
      ),
      (
        "exif:GPSLatitude='0,0N' exif:GPSLongitude='0,0E' exif:GPSAltitudeRef='1' exif:GPSAltitude='10'", 0,
        0, -10
      ),
    ] as [(String, Double, Double, Double?)])
  func xmpLocation(packet: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let location = try #require(try inspected(JPEGParts.file(JPEGParts.xmp(packet))).inspection.location)
    #expect(abs(location.latitude - latitude) < 1e-9 && abs(location.longitude - longitude) < 1e-9)
    #expect(location.altitude == altitude)
    let extended = Array(packet.utf8)
    let pieces =
      JPEGParts.extendedXMP(extended[20...], at: 20, total: extended.count)
      + JPEGParts.extendedXMP(extended[..<20], at: 0, total: extended.count)
    #expect(try inspected(JPEGParts.file(pieces)).inspection.location == location)
  }

  @Test(
    "XMP coordinates that are none give no place",
    arguments: ["51,30.5", "N", "51,30.5X", "-51,30N", "nan,0N", "1,2,3,4N", "99,0N", ""])
  func brokenXMPLocation(latitude: String) throws {
    let packet = "exif:GPSLatitude=\"\(latitude)\" exif:GPSLongitude=\"0,7.5W\""
    #expect(try inspected(JPEGParts.file(JPEGParts.xmp(packet))).inspection.location == nil)
  }

  @Test("A depth map in extended XMP is listed, whatever the order of the pieces")
  func depthInExtendedXMP() throws {
    let packet = Array((#"<a GDepth:Data=""# + String(repeating: "QUJD", count: 500) + #"" />"#).utf8)
    let cuts = [0, 12, 700, 1400, packet.count]
    let pieces = zip(cuts, cuts.dropFirst()).map {
      JPEGParts.extendedXMP(packet[$0..<$1], at: $0, total: packet.count)
    }
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
      let sizes = try blockSizes(JPEGParts.file(order.flatMap { pieces[$0] }))
      #expect(sizes.last == "depth 2000")
      #expect(sizes.dropLast().allSatisfy { $0.hasPrefix("xmp") })
    }
  }
}
