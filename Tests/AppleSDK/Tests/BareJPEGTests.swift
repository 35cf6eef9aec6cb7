import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Taking out what an encoder of the system adds")
struct BareJPEGTests {
  @Test(
    "The picture stays and nothing else does", arguments: [JPEGTool.Options.ColorSpace.yCbCr, .grayscale])
  func strips(colorSpace: JPEGTool.Options.ColorSpace) throws {
    let plain = try JPEGFile(.gradient(width: 70, height: 50), .init(colorSpace: colorSpace))
    let full = plain.adding(EXIFBuilder(orientation: 1, gps: GPSPosition(latitude: 1, longitude: 2)))
      .adding(.comment("a comment")).adding(.app(13, "Photoshop 3.0\0", [1, 2, 3])).adding(trailer: [1, 2, 3])
    #expect(try CleanJPEG.reason(against: full.bytes) != nil)
    let bare = Array(try #require(BareJPEG.bytes(of: Data(full.bytes))))
    #expect(try CleanJPEG.reason(against: bare) == nil)
    #expect(try JPEGTool.decode(bare) == JPEGTool.decode(plain.bytes))
  }

  @Test("Tables in another order come into the order of the proof, and fill bytes go")
  func order() throws {
    var file = try JPEGFile(.gradient(width: 70, height: 50))
    let pixels = try JPEGTool.decode(file.bytes)
    file.segments.sort { $0.marker > $1.marker }
    let bare = Array(try #require(BareJPEG.bytes(of: Data(file.bytesWithFill(3)))))
    #expect(try CleanJPEG.reason(against: bare) == nil)
    #expect(try JPEGTool.decode(bare) == pixels)
  }

  @Test("A progressive picture, RGB, a cut one and no picture are not rewritten")
  func refuses() throws {
    let progressive = try JPEGFile(.gradient(width: 70, height: 50), .init(isProgressive: true))
    let file = try JPEGFile(.gradient(width: 70, height: 50))
    let refused = [
      progressive.bytes, file.adding(.adobe(transform: 0)).bytes, file.withoutEndOfImage().bytes,
      [0xFF, 0xD8],
      Array(file.bytes.prefix(100)), [], [1, 2, 3],
    ]
    for (index, bytes) in refused.enumerated() {
      #expect(BareJPEG.bytes(of: Data(bytes)) == nil, "\(index)")
    }
    #expect(BareJPEG.bytes(of: Data(file.adding(.adobe(transform: 1)).bytes)) != nil)
  }
}
