import DurableFiles
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// PNG, WebP and GIF that are broken: a typed error, or what can be told of them; never a crash, and never
/// `clean` past something that cannot be read.
@Suite struct StillDamageTests {
  private static let png = StillSamples.png
  private static let webp = StillSamples.webp
  private static let gif = StillSamples.gif

  private static func header(
    _ width: Int = 12, _ height: Int = 7, bitDepth: Int = 8, colorType: UInt8 = 2, packing: UInt8 = 0,
    filter: UInt8 = 0, interlacing: UInt8 = 0
  ) -> [UInt8] {
    png.claiming(
      PNGFile.header(
        width: width, height: height, bitDepth: bitDepth, colorType: colorType, packing: packing,
        filter: filter, interlacing: interlacing)
    ).bytes
  }

  private static let headers: [(bytes: [UInt8], reason: String)] = [
    (header(0), "no pixels"), (header(5, 0), "no pixels"), (header(1 << 31), "impossible size"),
    (header(5, 0xFFFF_FFFF), "impossible size"), (header(bitDepth: 4), "color type 2 with 4 bits"),
    (header(bitDepth: 16, colorType: 3), "color type 3 with 16 bits"), (header(colorType: 1), "color type 1"),
    (header(bitDepth: 3, colorType: 0), "color type 0 with 3 bits"), (header(packing: 1), "undefined method"),
    (header(filter: 64), "undefined method"), (header(interlacing: 2), "undefined method"),
    (png.claiming([0]).bytes, "header has the wrong length"),
    (header(colorType: 3), "palette is missing"),
  ]

  private static let chunks: [(bytes: [UInt8], reason: String)] = [
    (Array(png.bytes.prefix(8)), "ends before its picture data"),
    (png.removing("IDAT").bytes, "ends before its picture data"),
    (png.removing("IHDR").bytes, "does not begin with its header"),
    (png.adding(.init("IHDR", png.chunks[0].data), at: .end).bytes, "two headers"),
    (timeFirst, "does not begin with its header"),
    (png.spoilingChecksum(of: "IHDR").bytes, "IHDR has a wrong checksum"),
    (png.spoilingChecksum(of: "IDAT").bytes, "IDAT has a wrong checksum"),
    (png.spoilingChecksum(of: "IEND").bytes, "IEND has a wrong checksum"),
    (png.adding(.init("PLTE", [1, 2, 3, 4])).bytes, "palette has the wrong length"),
    (png.adding(.init("PLTE", [UInt8](repeating: 1, count: 771))).bytes, "palette has the wrong length"),
    (
      png.adding(.transparency([0, 1, 0, 1, 0, 1])).spoilingChecksum(of: "tRNS").bytes,
      "tRNS has a wrong checksum"
    ),
    (Array(png.adding(.text("Comment", "here"), at: .end).bytes.dropLast(15)), "tEXt runs 3 bytes beyond"),
    (png.adding(.init("te t", [1]), at: .end).bytes, "stands no chunk"),
    (Array(png.adding(.text("Comment", "here")).bytes.prefix(50)), "beyond the end"),
    (impossibleLength, "impossible length"),
  ]

  private static let timeFirst: [UInt8] =
    PNGFile.signature + PNGFile.Chunk.time.bytes + Array(png.bytes.dropFirst(8))
  private static let impossibleLength: [UInt8] =
    Array(png.bytes.dropLast(12)) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8)
  private static let interFrame = WebPFile.Chunk("VP8 ", [0x11, 0, 0, 0x9D, 0x01, 0x2A, 4, 0, 4, 0])

  private static let webpChunks: [(bytes: [UInt8], reason: String)] = [
    (Array(webp.bytes.prefix(12)), "ends before its picture"),
    (Array(webp.bytes.prefix(30)), "ends before its picture"),
    (Array(webp.bytes.dropLast(40)), "its chunk VP8L runs"),
    (WebPFile([.init("EXIF", [1, 2])] + webp.chunks).bytes, "does not begin with a picture"),
    (WebPFile([.init("VP8L", [0x2F, 0, 0])]).bytes, "header of its picture is broken"),
    (WebPFile([.init("VP8L", [0x2F, 0, 0, 0, 0xE0])]).bytes, "header of its picture is broken"),
    (WebPFile([.lossyHeader(width: 0, height: 4)]).bytes, "header of its picture is broken"),
    (WebPFile([interFrame]).bytes, "header of its picture is broken"),
    (WebPFile([.init("VP8X", [0, 0, 0, 0])]).bytes, "canvas is cut off"),
    (WebPFile([WebPFile.canvas(width: 1 << 24, height: 1 << 24, flags: 0)]).bytes, "impossible size"),
    (
      WebPFile([WebPFile.canvas(width: 13, height: 7, flags: 0), webp.chunks[1]]).bytes,
      "not as large as its canvas"
    ),
    (
      WebPFile([WebPFile.canvas(width: 12, height: 7, flags: 2), webp.chunks[1]]).bytes,
      "ends before its picture"
    ),
    (
      WebPFile([WebPFile.canvas(width: 12, height: 7, flags: 2), .init("ANMF", [1])]).bytes,
      "first frame is cut off"
    ),
    (
      WebPFile.animation(width: 12, height: 7, [(VP8LPicture(StillSamples.raster), 2, 0)]).bytes,
      "outside its canvas"
    ),
    (
      WebPFile([
        WebPFile.canvas(width: 12, height: 7, flags: 2), .init("ANMF", [UInt8](repeating: 0, count: 16)),
      ]).bytes, "no picture of its size"
    ),
  ]

  private static let gifs: [(bytes: [UInt8], reason: String)] = [
    (Array(gif.bytes.prefix(10)), "header is cut off"),
    (Array(gif.bytes.prefix(20)), "ends before its picture"),
    (Array(gif.bytes.prefix(30)), "first frame is cut off"),
    (Array(gif.bytes.prefix(60)), "first frame runs"),
    (GIFFile(width: 1, height: 1, palette: [], []).bytes, "ends before its picture"),
    (GIFFile(width: 1, height: 1, palette: [], [[0x99]]).bytes, "ends before its picture"),
    (GIFFile(GIFFrame(width: 0, height: 3) { _, _ in 0 }, palette: []).bytes, "no pixels"),
    (Array(gif.adding(GIFFile.comment("hello")).bytes.prefix(30)), "extension before its picture is cut off"),
  ]

  private static let reasons = [headers, chunks, webpChunks, gifs].flatMap { $0 }

  @Test("A structure that cannot be read is damage, with its reason", arguments: reasons)
  func damages(bytes: [UInt8], expected: String) throws {
    let found = try #require(try damage(bytes))
    #expect(found.contains(expected), "\(found)")
  }

  @Test("A PNG for iOS apps and one with an unknown critical chunk are unsupported")
  func unsupported() throws {
    for file in [Self.png.adding(.init("CgBI", [0x50, 0, 0x20, 2])), Self.png.adding(.init("NEWx", [1]))] {
      #expect(throws: PhotoPreparer.Error.self) { try inspected(file) }
      do { _ = try inspected(file) } catch PhotoPreparer.Error.unsupported {}
    }
    var first = Self.png
    first.chunks.insert(.init("CgBI", [0x50, 0, 0x20, 2]), at: 0)
    do { _ = try inspected(first) } catch PhotoPreparer.Error.unsupported(_, let reason) {
      #expect(reason.contains("CgBI"))
    }
  }

  @Test("A PNG without its end is no damage, and what is left of it is listed")
  func missingEnd() throws {
    let bytes = Self.png.bytes
    for count in bytes.count - 12..<bytes.count {
      let source = MemoryByteSource(Array(bytes[..<count]), name: "cut.png")
      let (inspection, structure) = try PhotoInspection.read(source)
      guard case .png(let png) = structure else { continue }
      #expect(!png.hasEndChunk && png.endOfPicture == bytes.count - 12)
      #expect(inspection.blocks.reduce(0) { $0 + $1.byteCount } == count - (bytes.count - 12))
    }
  }

  @Test("Metadata with a wrong checksum is listed and read")
  func wrongChecksum() throws {
    let file = Self.png.adding(.exif(StillSamples.exif())).spoilingChecksum(of: "eXIf")
    #expect(try inspected(file).inspection.location == StillSamples.place)
  }

  /// A file of each format with something of every kind.
  static let rich: [[UInt8]] = [
    PNGCarrier.plantEverywhere(
      "TOKEN", in: png.adding([.exif(StillSamples.exif()), .xmp(StillSamples.packet, isPacked: true)])
    ).animated([PNGPicture(StillSamples.raster)]).adding(trailer: MovieStub.mp4()).bytes,
    WebPCarrier.plantEverywhere("TOKEN", in: webp).bytes + MovieStub.mp4(),
    WebPFile.animation(
      width: 12, height: 7,
      [(VP8LPicture(StillSamples.raster), 0, 0), (VP8LPicture(StillSamples.raster), 0, 0)],
      [.exif(StillSamples.exif()), .xmp(StillSamples.packet)]
    ).bytes,
    GIFCarrier.plantEverywhere("TOKEN", in: gif.adding(GIFFile.loop(), GIFFile.xmp(StillSamples.packet)))
      .appending(GIFFile.control(), StillSamples.frame.bytes).bytes,
  ]

  @Test(
    "Cut anywhere, a rich file gives a result or a typed error", arguments: rich)
  func truncation(rich: [UInt8]) throws {
    #expect(try PhotoInspection(source: MemoryByteSource(rich, name: "rich")).kinds.count >= 3)
    for count in stride(from: 0, to: rich.count, by: max(1, rich.count / 400)) {
      try survive(Array(rich[..<count]))
    }
  }

  /// A small file of each format with metadata in front of the picture and behind it.
  static let small: [[UInt8]] = [
    png.adding(.text("Comment", "here")).adding(.exif(EXIFBuilder(orientation: 6)), at: .end).bytes,
    WebPFile.extended(
      VP8LPicture(StillSamples.raster), [.exif(EXIFBuilder(orientation: 6)), .init("XMP ", [1, 2, 3])]
    ).bytes,
    gif.adding(GIFFile.comment("here")).appending(GIFFile.comment("there")).bytes,
  ]

  @Test(
    "Cut at any byte, a small file gives a result or a typed error, and never a clean one", arguments: small)
  func everyCut(small: [UInt8]) throws {
    for count in 0..<small.count {
      let inspection = try survive(Array(small[..<count]))
      // A WebP cut between two chunks tells by its size alone that more was there.
      let isBetweenChunks = small.starts(with: Array("RIFF".utf8))
      #expect(inspection?.isClean != true || isBetweenChunks, "\(count) of \(small.count)")
    }
  }

  @Test(
    "With bytes all over it set to FF or 00, a rich file gives a result or a typed error", arguments: rich)
  func everyByteChanged(rich: [UInt8]) throws {
    for index in stride(from: 0, to: rich.count, by: max(1, rich.count / 300)) {
      for value: UInt8 in [0xFF, 0x00] {
        var bytes = rich
        bytes[index] = value
        try survive(bytes)
      }
    }
  }

  @Test("With random bytes flipped, a rich file gives a result or a typed error", arguments: rich)
  func flips(rich: [UInt8]) throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the flips: \(seed)")
    var generator = SplitMix64(seed: seed)
    for _ in 0..<100 {
      var bytes = rich
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      // Checksums are no hurdle for who makes a hostile file.
      try survive(bytes.starts(with: PNGFile.signature) ? PNGFile.withRightChecksums(bytes) : bytes)
    }
  }

  @discardableResult
  private func survive(_ bytes: [UInt8]) throws -> PhotoInspection? {
    do {
      let inspection = try PhotoInspection(source: MemoryByteSource(bytes, name: "test"))
      #expect(inspection.byteCount == bytes.count && inspection.width > 0 && inspection.height > 0)
      #expect(inspection.blocks.allSatisfy { $0.byteCount <= bytes.count })
      return inspection
    } catch is PhotoPreparer.Error {
      return nil
    }
  }

  @Test("A file that shrinks while it is read gives a result or a typed error", arguments: rich)
  func shrinking(rich: [UInt8]) throws {
    struct Shrinking: ByteSource {
      let bytes: [UInt8]
      let byteCount: Int
      var name: String { "shrinking" }

      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int {
        try MemoryByteSource(bytes, name: name).read(into: buffer, at: offset)
      }
    }
    for count in stride(from: 4, to: rich.count, by: 7) {
      let source = Shrinking(bytes: Array(rich[..<count]), byteCount: rich.count)
      do { _ = try PhotoInspection.read(source) } catch is PhotoPreparer.Error {}
    }
  }
}
