import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// HEIF files of a shape or a content that readers have stumbled over.
@Suite("Rare shapes of HEIF files", .needsHEIFPrograms)
struct RareShapeTests {
  private static let blue = Raster.Color(0, 0, 255)
  private static let red = Raster.Color(255, 0, 0)

  @Test("A panorama far longer than any photo is prepared", arguments: [false, true])
  func panorama(isAVIF: Bool) throws {
    var options = HEIFTool.Options()
    options.isAVIF = isAVIF
    let photo = try Preparing.photo(
      HEIFTool.encode(.solid(width: 17_000, height: 100, Raster.Color(10, 200, 30)), options))
    #expect(photo.width == 2048 && photo.height == 12)
    let middle = try JPEGTool.decode([UInt8](photo.jpeg))[1000, 6]
    #expect(abs(Int(middle.green) - 200) < 6 && abs(Int(middle.red) - 10) < 6)
  }

  @Test("Of two pictures the primary one is taken, and the other is listed")
  func collection() throws {
    let scratch = try ScratchFolder()
    let inputs = try [(Self.red, 300, 200), (Self.blue, 200, 300)].enumerated().map { index, item in
      let raster = Raster.solid(width: item.1, height: item.2, item.0)
      return try scratch.write(Pillow.encode(raster, as: "PNG"), as: "\(index).png")
    }
    _ = try Tool.output("heif-enc", inputs + ["-o", "\(scratch.path)/out.heic"])
    let photo = try Preparing.photo(scratch.read("out.heic"))
    #expect(photo.width == 300 && photo.height == 200)
    #expect(photo.removed.contains(.mpf))
    let middle = try JPEGTool.decode([UInt8](photo.jpeg))[150, 100]
    #expect(middle.red > 245 && middle.blue < 10)
  }

  @Test("An odd size with alpha keeps its size and turns white where nothing is")
  func oddAlpha() throws {
    let raster = Raster.solid(width: 201, height: 183, Raster.Color(0, 128, 255))
    var options = HEIFTool.Options()
    options.alpha = [UInt8](repeating: 128, count: raster.width * raster.height)
    let photo = try Preparing.photo(HEIFTool.encode(raster, options))
    #expect(photo.width == 201 && photo.height == 183)
    let corner = try JPEGTool.decode([UInt8](photo.jpeg))[199, 181]
    // Half of the color and half of white.
    #expect(abs(Int(corner.red) - 127) < 4 && abs(Int(corner.green) - 191) < 4 && corner.blue > 250)
  }
}
