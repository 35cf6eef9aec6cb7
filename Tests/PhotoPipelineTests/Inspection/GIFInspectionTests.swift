import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite struct GIFInspectionTests {
  private let plain = StillSamples.gif
  private let frame = StillSamples.frame

  @Test("A picture alone is clean, whatever its palettes")
  func clean() throws {
    let (inspection, structure) = try inspected(plain)
    #expect(inspection.isClean && inspection.format == .gif && inspection.orientation == nil)
    #expect((inspection.width, inspection.height) == (12, 7))
    #expect(structure.frame == PixelRectangle(x: 0, y: 0, width: 12, height: 7))
    #expect(structure.paletteCount == 4 && structure.transparentIndex == nil && !structure.isInterlaced)
    #expect(structure.frameCount == 1 && !structure.isAnimated && structure.hasTrailer)
    #expect(structure.endOfPicture == plain.bytes.count)

    var own = frame
    own.palette = StillSamples.palette + StillSamples.palette
    own.isInterlaced = true
    var file = GIFFile(own, palette: StillSamples.palette)
    file.version = "GIF87a"
    let other = try inspected(file.adding(GIFFile.control(transparent: 3)))
    #expect(other.inspection.isClean && other.structure.paletteCount == 8)
    #expect(other.structure.isInterlaced && other.structure.transparentIndex == 3)
    #expect(try inspected(GIFFile(frame, palette: [])).structure.paletteCount == 0)
  }

  private static let listed: [([UInt8], String)] = [
    (GIFFile.comment("hello"), "comment 9"), (GIFFile.comment(""), "comment 3"),
    (GIFFile.comment(String(repeating: "x", count: 600)), "comment 606"),
    (GIFFile.plainText("hi"), "text 19"), (GIFFile.xmp(XMPPacket()), "xmp"),
    (GIFFile.profile([1, 2, 3]), "icc 19"), (GIFFile.application("MGKIPTC0000", [1]), "iptc 17"),
    (GIFFile.application("MGK8BIM0000", [1]), "photoshop 17"),
    (GIFFile.application("Example 1.0", []), "trailer 15"),
    (GIFFile.loop(), "mpf 19"),
    (GIFFile.application("NETSCAPE2.0", [UInt8](repeating: 1, count: 40)), "trailer 56"),
    ([0x21, 0x42] + GIFFile.subBlocks([1]), "trailer 5"), ([0x21, 0xF9, 1, 0, 0], "trailer 5"),
    ([0x21, 0xFF, 3, 1, 2, 3, 0], "trailer 7"),
  ]

  @Test(
    "Each kind of extension is listed with its whole size, before the frame and behind it", arguments: listed)
  func kinds(block: [UInt8], expected: String) throws {
    for file in [plain.adding(block), plain.appending(block)] {
      let found = try inspected(file).inspection.blockSizes
      #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
      #expect(found[0].hasSuffix(" \(block.count)"))
    }
  }

  @Test("A control that no frame obeys is listed")
  func controls() throws {
    let file = plain.adding(GIFFile.control(transparent: 1), GIFFile.control(transparent: 2))
    let (inspection, structure) = try inspected(file.appending(GIFFile.control()))
    #expect(inspection.blockSizes == ["trailer 8", "trailer 8"] && structure.transparentIndex == 2)
  }

  @Test("XMP is read as it should be written and in sub-blocks; its turn does not count")
  func xmp() throws {
    let packet = Array(StillSamples.packet.packet().utf8)
    let closed = GIFFile.application("XMP DataXMP", packet)
    for block in [GIFFile.xmp(StillSamples.packet), closed] {
      let (inspection, _) = try inspected(plain.adding(block))
      #expect(inspection.location == StillSamples.packetPlace && inspection.orientation == nil)
      #expect(inspection.blockSizes == ["xmp \(block.count)"])
    }
  }

  @Test("A profile is joined from its sub-blocks, judged and handed over if it fits")
  func profile() throws {
    let p3 = PhotoFixtures.ICCBuilder.displayP3().bytes()
    let (inspection, structure) = try inspected(plain.adding(GIFFile.profile(p3)))
    #expect(structure.profile == .other(name: "Display P3 built by code") && structure.profileBytes == p3)
    #expect(inspection.kinds == [.icc])
    let broken = try inspected(plain.adding(GIFFile.profile(Array(p3.dropLast(5)))))
    #expect(broken.structure.profile == .none && broken.structure.profileBytes == nil)
    #expect(try inspected(plain.appending(GIFFile.profile(p3))).structure.profileBytes == nil)
  }

  @Test("Further frames are one block with what controls them, and the first is the picture")
  func animation() throws {
    var second = frame
    second.left = 3
    let added = [GIFFile.control(), second.bytes, GIFFile.control(), frame.bytes]
    let file = plain.adding(GIFFile.loop(), GIFFile.control(transparent: 1)).appending(
      added[0], added[1], added[2], added[3])
    let (inspection, structure) = try inspected(file)
    #expect(structure.frameCount == 3 && structure.isAnimated && structure.frame.x == 0)
    #expect(inspection.blockSizes == ["mpf \(19 + added.joined().count)"])
  }

  @Test("Three hundred frames are counted, and none is held")
  func manyFrames() throws {
    var file = plain
    file.blocks += [[UInt8]](repeating: frame.bytes, count: 299)
    let (inspection, structure) = try inspected(file)
    #expect(structure.frameCount == 300 && inspection.blocks.count == 1)
  }

  @Test("A canvas without a size takes that of the first frame")
  func emptyCanvas() throws {
    var file = plain
    file.width = 0
    file.height = 0
    #expect(try inspected(file).structure.width == 12)
    #expect(try inspected(file).inspection.height == 7)
  }

  @Test("Once the first frame is there, nothing is damage, and every byte is listed")
  func noise() throws {
    let bytes = plain.appending(GIFFile.control(), frame.bytes).bytes
    for count in plain.bytes.count..<bytes.count {
      let source = MemoryByteSource(Array(bytes[..<count]), name: "cut.gif")
      let inspection = try PhotoInspection.read(source).inspection
      #expect(
        inspection.blocks.reduce(0) { $0 + $1.byteCount } == count - (plain.bytes.count - 1), "\(count)")
    }
    var file = plain
    file.hasTrailer = false
    #expect(try inspected(file).inspection.isClean && !inspected(file).structure.hasTrailer)
    file.blocks.append([0, 0, 0])
    #expect(try inspected(file).inspection.blockSizes == ["trailer 3"])
  }

  @Test("Every carrier of text makes the file unclean, and all at once are listed")
  func carriers() throws {
    for carrier in GIFCarrier.allCases {
      #expect(try !inspected(carrier.plant("TOKEN123", in: plain)).inspection.isClean, "\(carrier)")
    }
    let everything = try inspected(GIFCarrier.plantEverywhere("TOKEN123", in: plain)).inspection
    #expect(Set(everything.kinds) == [.comment, .text, .xmp, .icc, .iptc, .trailer])
  }
}
