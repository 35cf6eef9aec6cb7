import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite struct PNGInspectionTests {
  private let plain = StillSamples.png

  @Test(
    "Every color type and depth is told from the header, and what describes it is clean",
    arguments: PNGPicture.ColorType.allCases, [false, true])
  func headers(colorType: PNGPicture.ColorType, isInterlaced: Bool) throws {
    for depth in colorType.bitDepths {
      var picture = PNGPicture(width: 5, height: 3, colorType: colorType, bitDepth: depth) { x, _, _ in
        UInt16(x)
      }
      picture.isInterlaced = isInterlaced
      let colors = colorType == .palette ? Array(StillSamples.palette.prefix(1 << depth)) : []
      let file = PNGFile(picture, palette: colors, dataChunkCount: 2)
        .adding([.sRGB(intent: 1), .gamma(45455), .sRGBChromaticities, .resolution], at: .start)
      let (inspection, structure) = try inspected(file)
      #expect(inspection.isClean && inspection.format == .png && inspection.orientation == nil)
      #expect((inspection.width, inspection.height) == (5, 3))
      #expect((structure.width, structure.height) == (5, 3))
      #expect(structure.bitDepth == depth && structure.colorType.rawValue == Int(colorType.rawValue))
      #expect(structure.isInterlaced == isInterlaced && structure.paletteCount == colors.count)
      #expect(structure.hasAlpha == (colorType == .grayAlpha || colorType == .rgbAlpha))
      #expect(structure.hasEndChunk && structure.endOfPicture == file.bytes.count)
    }
  }

  @Test("What describes the colors is handed to the decoder")
  func colors() throws {
    let file = plain.adding(
      [
        .codePoints(primaries: 12, transfer: 13), .sRGB(intent: 3), .gamma(45455), .sRGBChromaticities,
        .transparency([0, 1, 0, 2, 0, 3]),
      ], at: .start)
    let structure = try inspected(file).structure
    #expect(structure.codePoints == .init(primaries: 12, transfer: 13, matrix: 0, isFullRange: true))
    #expect(structure.renderingIntent == 3 && structure.gamma == 0.45455 && structure.hasTransparency)
    let chromaticities = try #require(structure.chromaticities)
    #expect((chromaticities.white.x, chromaticities.white.y) == (0.3127, 0.329))
    #expect((chromaticities.red.x, chromaticities.blue.y) == (0.64, 0.06))
    #expect(try inspected(plain).structure.codePoints == nil)
  }

  @Test("What is said twice, too late, with a wrong checksum or in another length says nothing")
  func disbelieved() throws {
    let twice = try inspected(plain.adding([.gamma(45455), .gamma(100_000)]))
    #expect(twice.structure.gamma == 0.45455 && twice.inspection.blockSizes == ["trailer 16"])
    let late = try inspected(plain.adding(.gamma(45455), at: .end))
    #expect(late.structure.gamma == nil && late.inspection.blockSizes == ["trailer 16"])
    let long = try inspected(plain.adding(PNGFile.Chunk("gAMA", [0, 0, 0xB1, 0x8F, 0x54])))
    #expect(long.structure.gamma == nil && long.inspection.blockSizes == ["trailer 17"])
    let wrong = try inspected(plain.adding(.gamma(45455)).spoilingChecksum(of: "gAMA"))
    #expect(wrong.structure.gamma == nil && wrong.inspection.isClean)
    let opaque = try inspected(plain.adding(.transparency([0, 1])))
    #expect(!opaque.structure.hasTransparency && opaque.inspection.blockSizes == ["trailer 14"])
  }

  private static let listed: [(PNGFile.Chunk, String)] = [
    (.text("Software", "Example"), "text 28"), (.packedText("Software", "x"), "text 31"),
    (.internationalText("Title", "x"), "text 23"), (.time, "text 19"),
    (PNGFile.Chunk("tEXt", [1, 2]), "text 14"),
    (.xmp(XMPPacket(), isPacked: true), "xmp"), (.xmp(XMPPacket()), "xmp"),
    (.text("XML:com.adobe.xmp", "<x/>"), "xmp 34"), (.rawProfile("xmp", [1]), "xmp"),
    (.rawProfile("exif", [1, 2, 3]), "exif"), (.text("Raw profile type APP1", "no digits"), "exif 43"),
    (.rawProfile("icc", [1]), "icc"), (.rawProfile("other", [1]), "text"),
    (.profile([1, 2, 3]), "icc 32"), (PNGFile.Chunk("eXIf", [1]), "exif 13"),
    (PNGFile.Chunk("zxIf", [1]), "exif 13"),
    (PNGFile.Chunk("sPLT", [1]), "trailer 13"), (PNGFile.Chunk("caBX", [1, 2]), "trailer 14"),
    (PNGFile.Chunk("vpAg", [1]), "trailer 13"),
    (PNGFile.Chunk("dSIG"), "trailer 12"), (PNGFile.Chunk("gIFt", [1]), "text 13"),
    (PNGFile.Chunk("fdAT", [1]), "mpf 13"),
  ]

  @Test(
    "Each kind of chunk is listed with its whole size, before the data and behind them", arguments: listed)
  func kinds(chunk: PNGFile.Chunk, expected: String) throws {
    for place in [PNGFile.Place.start, .beforeData, .end] {
      let found = try inspected(plain.adding(chunk, at: place)).inspection.blockSizes
      #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
      #expect(found[0].hasSuffix(" \(chunk.bytes.count)"))
    }
  }

  @Test("EXIF decides turn, place, time and camera, wherever it stands, and its parts are listed")
  func exif() throws {
    for (order, place) in [(ByteOrder.littleEndian, PNGFile.Place.start), (.bigEndian, .end)] {
      let file = plain.adding([.exif(StillSamples.exif(order)), .xmp(StillSamples.packet)], at: place)
      let (inspection, structure) = try inspected(file)
      #expect((inspection.width, inspection.height, inspection.orientation) == (7, 12, 6))
      #expect((structure.width, structure.height, structure.orientation) == (12, 7, 6))
      #expect(inspection.location == StillSamples.place)
      #expect(inspection.camera == "Example Phone")
      #expect(inspection.takenAt == Date(timeIntervalSince1970: 1_709_208_000))
      #expect(inspection.kinds == [.exif, .gps, .makerNote, .thumbnail, .xmp])
    }
  }

  @Test("EXIF with the name that JPEG gives it is read, and only the first block counts")
  func namedExif() throws {
    let named = PNGFile.Chunk("eXIf", EXIFBuilder(orientation: 3).payload())
    let (inspection, _) = try inspected(plain.adding([named, .exif(EXIFBuilder(orientation: 8))]))
    #expect(inspection.orientation == 3 && inspection.kinds == [.exif])
  }

  @Test("A turn in XMP or in a text does not turn the picture")
  func noOtherTurn() throws {
    let raw = PNGFile.Chunk.rawProfile("exif", StillSamples.exif().payload())
    let (inspection, structure) = try inspected(plain.adding([.xmp(StillSamples.packet), raw]))
    #expect(inspection.orientation == nil && structure.orientation == 1 && inspection.width == 12)
    // The rest of it counts.
    #expect(inspection.location == StillSamples.place && inspection.camera == "Example Phone")
    #expect(inspection.kinds == [.xmp, .exif, .gps, .makerNote, .thumbnail])
  }

  private static let placeCarriers: [(PNGFile.Chunk, PhotoInspection.Location)] = [
    (.exif(StillSamples.exif()), StillSamples.place),
    (.rawProfile("exif", StillSamples.exif().payload()), StillSamples.place),
    (.rawProfile("APP1", StillSamples.exif().payload()), StillSamples.place),
    (.xmp(StillSamples.packet), StillSamples.packetPlace),
    (.xmp(StillSamples.packet, isPacked: true), StillSamples.packetPlace),
    (.packedText("XML:com.adobe.xmp", StillSamples.packet.packet()), StillSamples.packetPlace),
    (.rawProfile("xmp", Array(StillSamples.packet.packet().utf8)), StillSamples.packetPlace),
    (
      .rawProfile("APP1", Array(("http://ns.adobe.com/xap/1.0/\0" + StillSamples.packet.packet()).utf8)),
      StillSamples.packetPlace
    ),
    (
      .rawProfile("8bim", PhotoshopResource(0x0424, Array(StillSamples.packet.packet().utf8)).bytes),
      StillSamples.packetPlace
    ),
    (
      .rawProfile("iptc", PhotoshopResource(0x0422, StillSamples.exif().tiff()).bytes), StillSamples.place
    ),
  ]

  @Test("A place is found in every carrier", arguments: placeCarriers)
  func places(chunk: PNGFile.Chunk, place: PhotoInspection.Location) throws {
    #expect(try inspected(plain.adding(chunk)).inspection.location == place)
    #expect(try inspected(plain.adding(chunk, at: .end)).inspection.location == place)
  }

  @Test("A profile is unpacked, judged and handed over if it fits")
  func profile() throws {
    let sRGB = PhotoFixtures.ICCBuilder.sRGB().bytes()
    let p3 = PhotoFixtures.ICCBuilder.displayP3().bytes()
    let standard = try inspected(plain.adding(.profile(sRGB)))
    #expect(standard.structure.profile == .sRGB && standard.structure.profileBytes == sRGB)
    #expect(standard.inspection.colorProfile == "sRGB built by code" && standard.inspection.kinds == [.icc])
    let wide = try inspected(plain.adding([.profile(p3), .profile(sRGB)])).structure
    #expect(wide.profile == .other(name: "Display P3 built by code") && wide.profileBytes == p3)
    let gray = PhotoFixtures.ICCBuilder.gray().bytes()
    let unfit = try inspected(plain.adding(.profile(gray))).structure
    #expect(unfit.profile == .none && unfit.profileBytes == nil)
    let picture = PNGPicture(width: 2, height: 2, colorType: .grayAlpha) { _, _, _ in 7 }
    let fit = try inspected(PNGFile(picture).adding(.profile(gray))).structure
    #expect(fit.profile != .none && fit.profileBytes == gray)
  }

  @Test("A profile that is broken, cut, too large, late or has a wrong checksum is listed and ignored")
  func brokenProfiles() throws {
    let good = PNGFile.Chunk.profile(PhotoFixtures.ICCBuilder.sRGB().bytes())
    let cut = PNGFile.Chunk("iCCP", Array(good.data.dropLast(20)))
    let vast = PNGFile.Chunk.profile(
      PhotoFixtures.ICCBuilder.sRGB().bytes() + [UInt8](repeating: 0, count: 5 << 20))
    for chunk in [.profile(PhotoFixtures.ICCBuilder.broken()), cut, vast, PNGFile.Chunk("iCCP", [1])] {
      let (inspection, structure) = try inspected(plain.adding(chunk))
      #expect(structure.profile == .none && structure.profileBytes == nil)
      #expect(inspection.blockSizes == ["icc \(chunk.bytes.count)"])
    }
    #expect(try inspected(plain.adding(good, at: .end)).structure.profileBytes == nil)
    let wrong = plain.adding(good).spoilingChecksum(of: "iCCP")
    #expect(try inspected(wrong).structure.profileBytes == nil)
  }

  @Test("Further frames are one block, and the first is the picture")
  func animation() throws {
    let frame = PNGPicture(StillSamples.raster)
    let file = plain.animated([frame, frame])
    let (inspection, structure) = try inspected(file)
    #expect(structure.isAnimated)
    #expect(inspection.blockSizes == ["mpf \(file.bytes.count - plain.bytes.count)"])
  }

  @Test("What stands behind the end, or in the place of further data, is listed")
  func trailers() throws {
    let movie = try inspected(plain.adding(trailer: MovieStub.mp4())).inspection
    #expect(movie.blockSizes == ["motion-video \(MovieStub.mp4().count)"])
    #expect(try inspected(plain.adding(trailer: [1, 2, 3])).inspection.blockSizes == ["trailer 3"])
    let hidden = plain.adding([.text("a", ""), .init("IDAT", [1, 2])], at: .end)
    #expect(try inspected(hidden).inspection.blockSizes == ["text 14", "trailer 14"])
    // An editor that writes a smaller picture over a larger one leaves the end of the old file.
    let old = Array(plain.bytes.dropFirst(40))
    #expect(try inspected(plain.adding(trailer: old)).inspection.blockSizes == ["trailer \(old.count)"])
  }

  @Test("Every carrier of text makes the file unclean, and all at once are listed")
  func carriers() throws {
    for carrier in PNGCarrier.allCases {
      #expect(try !inspected(carrier.plant("TOKEN123", in: plain)).inspection.isClean, "\(carrier)")
    }
    let everything = try inspected(PNGCarrier.plantEverywhere("TOKEN123", in: plain)).inspection
    let kinds: Set<MetadataKind> = [.exif, .gps, .xmp, .text, .iptc, .photoshop, .icc, .trailer, .mpf]
    #expect(Set(everything.kinds) == kinds)
  }

  @Test("A few bytes that unpack to a flood are read to a limit")
  func flood() throws {
    let text = String(repeating: "0", count: 16 << 20)
    let pair = [
      PNGFile.Chunk.packedText("Raw profile type exif", "\nexif\n9999999\n" + text),
      .internationalText("XML:com.adobe.xmp", text, isPacked: true),
    ]
    let file = plain.adding((0..<64).flatMap { _ in pair })
    var kinds: [MetadataKind] = []
    let elapsed = try ContinuousClock().measure { kinds = try inspected(file).inspection.kinds }
    #expect(kinds == [.exif, .xmp])
    // Unpacked to the end they have 2 GiB.
    #expect(elapsed < .seconds(30))
  }
}
