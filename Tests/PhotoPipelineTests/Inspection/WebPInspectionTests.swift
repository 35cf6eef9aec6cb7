import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite struct WebPInspectionTests {
  private let picture = VP8LPicture(StillSamples.raster)
  private let plain = StillSamples.webp

  @Test("A picture alone is clean, lossless and lossy, with a canvas and without")
  func clean() throws {
    let simple = try inspected(WebPFile.simple(picture))
    #expect(simple.inspection.isClean && simple.inspection.format == .webp)
    #expect((simple.inspection.width, simple.inspection.height) == (12, 7))
    #expect(
      simple.structure.coding == .lossless && !simple.structure.hasAlpha && !simple.structure.isAnimated)
    let extended = try inspected(plain)
    #expect(extended.inspection.isClean && extended.structure.coding == .lossless)
    #expect(extended.structure.claimedEnd == plain.bytes.count)
    let lossy = try inspected(WebPFile([.lossyHeader(width: 16383, height: 5)]))
    #expect(lossy.inspection.isClean && lossy.structure.coding == .lossy)
    #expect((lossy.structure.width, lossy.structure.height) == (16383, 5))
  }

  @Test("Transparency is told from the picture, and from its own chunk")
  func alpha() throws {
    var transparent = picture
    transparent.hasAlpha = true
    #expect(try inspected(WebPFile.simple(transparent)).structure.hasAlpha)
    let chunks = [
      WebPFile.canvas(width: 5, height: 4, flags: 0x10), WebPFile.Chunk("ALPH", [0, 1]),
      .lossyHeader(width: 5, height: 4),
    ]
    let lossy = try inspected(WebPFile(chunks))
    #expect(lossy.structure.hasAlpha && lossy.inspection.isClean)
    #expect(try !inspected(WebPFile([chunks[0], chunks[2]])).structure.hasAlpha)
  }

  private static let listed: [(WebPFile.Chunk, String)] = [
    (WebPFile.Chunk("EXIF", [1]), "exif 10"), (WebPFile.Chunk("XMP ", [1, 2]), "xmp 10"),
    (WebPFile.Chunk("ICCP", [1]), "icc 10"),
    (WebPFile.Chunk("C2PA", [1, 2, 3]), "trailer 12"), (WebPFile.Chunk("ABCD", []), "trailer 8"),
    (WebPFile.Chunk("ALPH", [1]), "trailer 10"),
    (WebPFile.Chunk("ANMF", [1]), "mpf 10"), (.lossyHeader(width: 1, height: 1), "trailer 28"),
  ]

  @Test("Each kind of chunk is listed with its whole size", arguments: listed)
  func kinds(chunk: WebPFile.Chunk, expected: String) throws {
    var file = plain
    file.chunks.append(chunk)
    #expect(try inspected(file).inspection.blockSizes == [expected])
    var simple = WebPFile.simple(picture)
    simple.chunks.append(chunk)
    #expect(try inspected(simple).inspection.blockSizes == [expected])
  }

  @Test("EXIF decides turn, place, time and camera, with and without its name", arguments: [false, true])
  func exif(isNamed: Bool) throws {
    let file = WebPFile.extended(
      picture, [.exif(StillSamples.exif(), isNamed: isNamed), .xmp(StillSamples.packet)])
    let (inspection, structure) = try inspected(file)
    #expect((inspection.width, inspection.height, inspection.orientation) == (7, 12, 6))
    #expect((structure.width, structure.height, structure.orientation) == (12, 7, 6))
    #expect(inspection.location == StillSamples.place && inspection.camera == "Example Phone")
    #expect(inspection.kinds == [.exif, .gps, .makerNote, .thumbnail, .xmp])
  }

  @Test("A turn in XMP alone does not turn the picture, and its place counts")
  func xmp() throws {
    let (inspection, structure) = try inspected(WebPFile.extended(picture, [.xmp(StillSamples.packet)]))
    #expect(inspection.orientation == nil && structure.orientation == 1)
    #expect(inspection.location == StillSamples.packetPlace)
  }

  @Test("A profile is judged and handed over if it fits")
  func profile() throws {
    let p3 = PhotoFixtures.ICCBuilder.displayP3().bytes()
    let wide = try inspected(WebPFile.extended(picture, [.profile(p3)]))
    #expect(wide.structure.profile == .other(name: "Display P3 built by code"))
    #expect(wide.structure.profileBytes == p3 && wide.inspection.colorProfile == "Display P3 built by code")
    for bytes in [
      PhotoFixtures.ICCBuilder.gray().bytes(), PhotoFixtures.ICCBuilder.broken(), Array(p3.dropLast(9)),
    ] {
      let (inspection, structure) = try inspected(WebPFile.extended(picture, [.profile(bytes)]))
      #expect(structure.profile == .none && structure.profileBytes == nil && inspection.kinds == [.icc])
    }
    var late = plain
    late.chunks.append(.profile(p3))
    #expect(try inspected(late).structure.profile == .none)
  }

  @Test("Of an animation the first frame counts, the canvas is the size, and the rest is one block")
  func animation() throws {
    var transparent = picture
    transparent.hasAlpha = true
    let frames = [(picture: transparent, left: 4, top: 2), (picture, 0, 0), (picture, 0, 0)]
    let file = WebPFile.animation(width: 20, height: 10, frames, [.exif(EXIFBuilder(orientation: 8))])
    let (inspection, structure) = try inspected(file)
    #expect(structure.isAnimated && structure.hasAlpha && structure.coding == .lossless)
    #expect(structure.frame == PixelRectangle(x: 4, y: 2, width: 12, height: 7))
    #expect((structure.width, structure.height) == (20, 10))
    #expect((inspection.width, inspection.height) == (10, 20))
    let further = file.chunks.filter { $0.type.hasPrefix("AN") }.map(\.bytes.count)
    #expect(inspection.blocks[0] == .init(kind: .mpf, byteCount: further[0] + further[2] + further[3]))
    #expect(inspection.kinds == [.mpf, .exif])
  }

  @Test("A chunk inside the first frame that is no picture is listed")
  func frameParts() throws {
    var file = WebPFile.animation(width: 12, height: 7, [(picture, 0, 0)])
    file.chunks[2].data += WebPFile.Chunk("XYZW", [1, 2]).bytes
    #expect(try inspected(file).inspection.blockSizes == ["mpf 14", "trailer 10"])
  }

  @Test("A container whose size is wrong is read to the end")
  func wrongSizes() throws {
    let whole = WebPFile.extended(picture, [.exif(StillSamples.exif())])
    for size: UInt32 in [0, 4, 40, 0xFFFF_FFFE] {
      var file = whole
      file.claimedSize = size
      let (inspection, structure) = try inspected(file)
      #expect(inspection.orientation == 6 && inspection.location == StillSamples.place)
      #expect(structure.claimedEnd == 8 + Int(size) && structure.endOfPicture == file.bytes.count)
    }
  }

  @Test("A missing zero behind odd data is noise")
  func padding() throws {
    var file = plain
    file.chunks.append(WebPFile.Chunk("EXIF", [1, 2, 3]))
    file.chunks.append(.xmp(XMPPacket()))
    let expected = try inspected(file).inspection.kinds
    file.chunks[file.chunks.count - 2].isPadded = false
    #expect(try inspected(file).inspection.kinds == expected)
    file.chunks.removeLast()
    #expect(try inspected(file).inspection.blockSizes == ["exif 11"])
  }

  @Test("What stands behind the container is listed")
  func trailers() throws {
    var file = plain
    file.trailer = MovieStub.mp4()
    #expect(try inspected(file).inspection.kinds == [.motionVideo])
    file.trailer = [1, 2, 3]
    #expect(try inspected(file).inspection.blockSizes == ["trailer 3"])
  }

  @Test("Every carrier of text makes the file unclean, and all at once are listed")
  func carriers() throws {
    for carrier in WebPCarrier.allCases {
      #expect(try !inspected(carrier.plant("TOKEN123", in: plain)).inspection.isClean, "\(carrier)")
    }
    let everything = try inspected(WebPCarrier.plantEverywhere("TOKEN123", in: plain)).inspection
    #expect(Set(everything.kinds) == [.exif, .gps, .xmp, .icc, .trailer])
  }
}
