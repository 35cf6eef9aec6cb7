import DurableFiles
import Foundation
import Testing

@testable import PhotoPipeline

@Suite struct DamagedInspectionTests {
  private func reason(_ bytes: [UInt8]) throws -> String? {
    do {
      _ = try inspected(bytes)
      return nil
    } catch PhotoPreparer.Error.damaged(let file, let reason) {
      #expect(file == "test.jpg")
      return reason
    }
  }

  @Test(
    "A structure that cannot be read is damage, with its reason",
    arguments: [
      (JPEGParts.soi + [0xFF, 0xE1, 0xFF, 0xFF, 1], "runs 65532 bytes beyond"),
      (JPEGParts.file([0xFF, 0xE1, 0, 1]), "impossible length 1"),
      (JPEGParts.file([0xFF, 0x02, 0, 2]), "FF02 has no defined structure"),
      (JPEGParts.file([0xFF, 0xF0, 0, 2]), "FFF0 has no defined structure"),
      (JPEGParts.file([0xFF, 0xC8, 0, 2]), "FFC8 has no defined structure"),
      (JPEGParts.soi + JPEGParts.eoi, "ends before the first scan"),
      (JPEGParts.soi + JPEGParts.soi + JPEGParts.picture(), "second picture starts inside"),
      (JPEGParts.soi + JPEGParts.jfif, "no frame header"),
      (JPEGParts.soi + JPEGParts.frame(), "ends before the first scan"),
      (JPEGParts.soi + JPEGParts.scanHeader(), "before the frame header"),
      (JPEGParts.file(JPEGParts.frame()), "two frame headers"),
      (JPEGParts.soi + JPEGParts.frame(width: 0) + JPEGParts.scanHeader(), "no width"),
      (JPEGParts.soi + JPEGParts.frame(height: 0) + JPEGParts.scanHeader() + JPEGParts.eoi, "no height"),
      (JPEGParts.soi + JPEGParts.segment(0xC0, [8, 0, 1]), "frame header is cut off"),
      (JPEGParts.soi + JPEGParts.segment(0xC0, [8, 0, 1, 0, 1, 3, 1, 0x11, 0]), "wrong length"),
      (JPEGParts.soi + JPEGParts.segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x50, 0]), "sampling factor"),
      (JPEGParts.file(tail: []).dropLast(2) + [0xFF, 0x05, 1, 2, 3, 4], "FF05 has no defined structure"),
    ] as [([UInt8], String)])
  func damage(bytes: [UInt8], expected: String) throws {
    let found = try #require(try reason(bytes))
    #expect(found.contains(expected), "\(found)")
  }

  @Test("Empty and unknown bytes are no image, and other formats are named")
  func otherFiles() throws {
    #expect(throws: PhotoPreparer.Error.notAnImage(file: "test.jpg", reason: "it is empty")) {
      _ = try inspected([])
    }
    #expect(throws: PhotoPreparer.Error.self) { _ = try inspected([0xFF, 0xD8]) }
    let raw = JPEGParts.box("ftyp", Array("crx ".utf8) + [0, 0, 0, 0])
    #expect(
      throws: PhotoPreparer.Error.unsupported(
        file: "test.jpg", reason: "Canon raw (CR3) pictures are not read; convert it to JPEG first")
    ) { _ = try inspected(raw) }
  }

  @Test("A missing end marker, fill bytes, restart markers and several scans are no damage")
  func tolerated() throws {
    let endless = try inspected(Array(JPEGParts.file().dropLast(2)))
    #expect(!endless.structure.hasEndMarker && endless.inspection.isClean)
    #expect(try reason(JPEGParts.file([0xFF, 0xFF, 0xFF] + JPEGParts.segment(0xFE, [1]))) == nil)
    let restarts: [UInt8] = [1, 0xFF, 0xD0, 2, 0xFF, 0xD1, 0xFF, 0xFF, 0xD2, 3]
    let scans =
      JPEGParts.frame(0xC2) + JPEGParts.segment(0xDD, [0, 4]) + JPEGParts.scanHeader() + restarts
      + JPEGParts.huffman(0) + JPEGParts.segment(0xFE, [7]) + JPEGParts.scanHeader(componentCount: 1) + [9]
    let (inspection, structure) = try inspected(JPEGParts.soi + scans + JPEGParts.eoi)
    #expect(structure.process == .progressive && structure.scanCount == 2)
    #expect(structure.restartInterval == 4 && structure.hasEndMarker)
    #expect(inspection.blocks == [.init(kind: .comment, byteCount: 5)])
  }

  @Test("A height behind the first scan is taken")
  func lateHeight() throws {
    let file =
      JPEGParts.soi + JPEGParts.frame(height: 0) + JPEGParts.scanHeader() + [1]
      + JPEGParts.segment(0xDC, [0, 77]) + JPEGParts.eoi
    let structure = try inspected(file).structure
    #expect(structure.height == 77 && structure.hasLateHeight)
  }

  @Test(
    "Every coding process is told from its frame header",
    arguments: [
      (0xC0, .baseline, false), (0xC1, .extendedSequential, false), (0xC2, .progressive, false),
      (0xC3, .lossless, false), (0xC5, .hierarchical, false), (0xC9, .extendedSequential, true),
      (0xCA, .progressive, true), (0xCB, .lossless, true), (0xCF, .hierarchical, true),
    ] as [(UInt8, JPEGStructure.Process, Bool)])
  func processes(marker: UInt8, process: JPEGStructure.Process, isArithmetic: Bool) throws {
    let file = JPEGParts.soi + JPEGParts.frame(marker) + JPEGParts.scanHeader() + [1] + JPEGParts.eoi
    let structure = try inspected(file).structure
    #expect(structure.process == process && structure.isArithmetic == isArithmetic)
  }

  /// A file with something of every kind.
  static let rich: [UInt8] = {
    let tiff = TIFFBuilder(isBigEndian: false)
    var exif = tiff
    exif.directories = [
      .init(
        fields: [
          (0x010F, tiff.text("Maker")), (0x0112, tiff.short(6)), (0x8769, .directory(1)),
          (0x8825, .directory(2)),
        ], next: 3),
      .init(fields: [
        (0x9003, tiff.text("2024:02:29 12:00:00")), (0x927C, tiff.undefined([1, 2, 3, 4, 5, 6])),
        (0xA001, tiff.short(1)),
      ]),
      .init(fields: [
        (1, tiff.text("N")), (2, tiff.rationals([(1, 1), (2, 1), (3, 1)])),
        (3, tiff.text("E")), (4, tiff.rationals([(1, 1), (2, 1), (3, 1)])),
      ]),
      .init(fields: [(0x0201, .blob([9, 9, 9])), (0x0202, tiff.long(3))]),
    ]
    let packet = Array(#"<a GDepth:Data="QUJDQUJD" exif:GPSLatitude="1,2N" exif:GPSLongitude="1,2E"/>"#.utf8)
    let container = JPEGParts.xmp(
      #"<Container:Item Item:Semantic="Primary"/><Container:Item Item:Semantic="MotionPhoto" "#
        + #"Item:Mime="video/mp4" Item:Length="72"/>"#)
    let segments =
      JPEGParts.jfif + JPEGParts.exif(exif) + container
      + JPEGParts.extendedXMP(packet[...], at: 0, total: packet.count)
      + JPEGParts.photoshop(JPEGParts.resource(0x0404, [1, 2, 3]) + JPEGParts.resource(0x040C, [4]))
      + JPEGParts.icc(ICCBuilder.sRGB().build(), number: 1, count: 1)
      + JPEGParts.multiPicture([(0x03_0000, 1, 0), (0, 100, 2000)]) + JPEGParts.segment(0xFE, [1, 2])
      + JPEGParts.app(1, "FLIR\0", [1, 0, 0, 0] + Array("FFF\0".utf8) + [UInt8](repeating: 0, count: 70))
      + JPEGParts.app(14, "Adobe", [0, 100, 0, 0, 0, 0, 1])
    return JPEGParts.file(
      segments,
      tail: JPEGParts.file(JPEGParts.xmp(#"hdrgm:Version="1""#)) + JPEGParts.movie + Array("SEFT".utf8))
  }()

  @Test("Cut at any byte, a rich file gives a result or a typed error")
  func truncation() throws {
    let rich = Self.rich
    #expect(try inspected(rich).inspection.kinds.count >= 12)
    for count in 0..<rich.count { try survive(Array(rich[..<count])) }
  }

  @Test("With any byte set to FF or 00, a rich file gives a result or a typed error")
  func everyByteChanged() throws {
    for index in Self.rich.indices {
      for value: UInt8 in [0xFF, 0x00] {
        var bytes = Self.rich
        bytes[index] = value
        try survive(bytes)
      }
    }
  }

  @Test("With random bytes flipped, a rich file gives a result or a typed error")
  func flips() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the flips: \(seed)")
    var generator = SplitMix(state: seed)
    for _ in 0..<3000 {
      var bytes = Self.rich
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      try survive(bytes)
    }
  }

  private func survive(_ bytes: [UInt8]) throws {
    do {
      let (inspection, structure) = try inspected(bytes)
      #expect(inspection.byteCount == bytes.count)
      #expect(structure.width > 0 && structure.height > 0 && structure.endOfPicture <= bytes.count)
    } catch is PhotoPreparer.Error {
    }
    _ = try CleanJPEG.reason(against: bytes)
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test("A file that shrinks while it is read gives a result or a typed error")
  func shrinking() throws {
    struct Shrinking: ByteSource {
      let bytes: [UInt8]
      let claimed: Int
      var name: String { "shrinking.jpg" }
      var byteCount: Int { claimed }

      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int {
        try MemoryByteSource(bytes, name: name).read(into: buffer, at: offset)
      }
    }
    for count in stride(from: 4, to: Self.rich.count, by: 7) {
      let source = Shrinking(bytes: Array(Self.rich[..<count]), claimed: Self.rich.count)
      do { _ = try PhotoInspection.read(source) } catch is PhotoPreparer.Error {}
    }
  }
}
