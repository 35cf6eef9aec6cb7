import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("Codes of lossless WebP")
struct VP8LCodeGroupsTests {
  private static func groups(_ picture: [UInt8], _ size: PixelSize) -> VP8LCodeGroups? {
    picture.dropFirst(5).withContiguousStorageIfAvailable { VP8LCodeGroups($0, size: size) } ?? nil
  }

  @Test("Codes for each block are counted")
  func manyCodes() {
    for (width, height, count) in [(1024, 1024, 65_536), (64, 64, 256), (260, 300, 65 * 75), (3, 3, 1)] {
      let size = PixelSize(width: width, height: height)
      let found = Self.groups(VP8LPicture.manyCodes(width: width, height: height), size)
      #expect(found?.count == count)
      // 4 bytes for each of some five thousand entries.
      #expect((found?.byteCount ?? 0) / count / 4 > 5000)
    }
  }

  @Test("A picture without such codes has one group")
  func simple() {
    let picture = VP8LPicture(.gradient(width: 30, height: 20))
    #expect(Self.groups(picture.bytes, PixelSize(width: 30, height: 20))?.count == 1)
  }

  @Test("A picture of a real encoder, with transforms, is read up to its pixels", .needsPillow)
  func encoder() throws {
    for (width, height) in [(640, 480), (257, 130), (33, 900)] {
      for options in ["quality=100, method=6", "quality=20, method=0", "quality=75, method=4"] {
        let raster = Raster.detail(width: width, height: height)
        let file = try Pillow.encode(raster, as: "WEBP", options: "lossless=True, \(options)")
        let frame = try WebPFrame(MemoryByteSource(file, name: "a.webp"))
        #expect(frame.isLossless)
        let picture = Array(file[frame.picture.offset..<frame.picture.offset + frame.picture.available])
        let found = try #require(Self.groups(picture, frame.size), "\(width)x\(height), \(options)")
        // The encoder of libwebp keeps to this many.
        #expect((1...2600).contains(found.count), "\(width)x\(height), \(options): \(found.count)")
        #expect(Self.groups(Array(picture.prefix(5)), frame.size) == nil)
      }
    }
  }
}
