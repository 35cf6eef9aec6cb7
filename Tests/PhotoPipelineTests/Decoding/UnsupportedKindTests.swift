import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Files that are sound and not decoded: each gets its own reason.
@Suite("Kinds that are not decoded", .needsReferencePrograms)
struct UnsupportedKindTests {
  private static func file(_ options: JPEGTool.Options = .init()) throws -> JPEGFile {
    try JPEGFile(.gradient(width: 48, height: 32), options)
  }

  private func expect(
    _ bytes: [UInt8], _ code: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = Preparing.refusal(bytes, sourceLocation: sourceLocation)
    #expect(error?.code == code, "\(error.debugDescription)", sourceLocation: sourceLocation)
    #expect(
      error?.reason.contains(words) == true, "\(error.debugDescription)", sourceLocation: sourceLocation)
    #expect(error?.file == "a.jpg", sourceLocation: sourceLocation)
  }

  @Test("Arithmetic coding, sequential and progressive", arguments: [false, true])
  func arithmetic(isProgressive: Bool) throws {
    let file = try Self.file(.init(isProgressive: isProgressive, isArithmetic: true))
    expect(file.bytes, "unsupported", "arithmetic coding")
  }

  @Test("Twelve bits a sample", arguments: [UInt8(0xC1), 0xC2])
  func deep(marker: UInt8) throws {
    expect(try Self.file().claiming(precision: 12, marker: marker).bytes, "unsupported", "12 bits")
  }

  @Test("Lossless coding", arguments: [UInt8(0xC3), 0xCB])
  func lossless(marker: UInt8) throws {
    expect(try Self.file().claiming(marker: marker).bytes, "unsupported", "lossless")
  }

  @Test("Hierarchical coding, with and without its own header", arguments: [UInt8(0xC5), 0xC6, 0xC7, 0xCD])
  func hierarchical(marker: UInt8) throws {
    let file = try Self.file()
    expect(file.claiming(marker: marker).bytes, "unsupported", "hierarchical")
    let header = file.segments.first { JPEGMarker.isFrame($0.marker) }?.payload ?? []
    let announced = file.adding(JPEGSegment(marker: 0xDE, payload: header))
    expect(announced.bytes, "unsupported", "hierarchical")
  }

  @Test("A height that follows the picture")
  func lateHeight() throws {
    expect(try Self.file().withHeightBehindScan().bytes, "unsupported", "height")
  }

  @Test("A height that never comes is damage")
  func noHeight() throws {
    expect(try Self.file().claiming(height: 0).bytes, "damaged", "no height")
    expect(try Self.file().claiming(width: 0).bytes, "damaged", "no width")
  }

  @Test("Two components")
  func twoComponents() throws {
    // The luma and one chroma plane of a picture whose components have scans of their own.
    var file = try JPEGFile(
      DamageTests.scripted("0;1;2;", Raster.gradient(width: 48, height: 32).ppm()))
    for index in file.segments.indices where JPEGMarker.isFrame(file.segments[index].marker) {
      file.segments[index].payload[5] = 2
      file.segments[index].payload.removeLast(3)
    }
    file.scans = Array(file.scans.prefix(file.scanStarts[2]))
    expect(file.bytes, "unsupported", "2 color components")
  }

  @Test("Other formats are named, and what is no picture is refused")
  func otherFormats() throws {
    let box = Array("\0\0\0\u{18}ftyp".utf8)
    let signatures: [(String, [UInt8], String)] = [
      ("list of pictures", box + Array("heic\0\0\0\0mif1heic".utf8), "damaged"),
      ("TIFF", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], "unsupported"),
      ("movie", MovieFile("mp42").bytes(), "unsupported"),
      ("index", box + Array("mp42\0\0\0\0mp42isom".utf8), "damaged"),
      ("PDF", Array("%PDF-1.7\n".utf8), "not_an_image"),
      ("no picture", Array("Dear diary, today".utf8), "not_an_image"),
      ("no picture", [UInt8](repeating: 0, count: 100), "not_an_image"),
    ]
    for (name, head, code) in signatures {
      expect(head + [UInt8](repeating: 0, count: 200), code, name)
    }
    expect([], "not_an_image", "empty")
    expect([0xFF], "not_an_image", "no picture")
    expect([0xFF, 0xD8], "not_an_image", "no picture")
    expect([0xFF, 0xD8, 0xFF], "damaged", "no frame header")
    expect([0xFF, 0xD8, 0xFF, 0xD9], "damaged", "before the first scan")
  }
}
