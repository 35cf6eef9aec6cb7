import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Extreme shapes, sizes and qualities.
@Suite("Shapes", .needsReferencePrograms)
struct ShapeTests {
  /// A gradient of any length as `cjpeg` reads it, gray to be fast.
  private func strip(width: Int, height: Int) throws -> [UInt8] {
    let isWide = width > height
    let ramp = (0..<max(width, height)).map { UInt8($0 * 255 / (max(width, height) - 1)) }
    let samples =
      isWide
      ? (0..<height).flatMap { _ in ramp } : ramp.flatMap { [UInt8](repeating: $0, count: width) }
    return try Tool.output(
      "cjpeg", ["-grayscale", "-quality", "90"], input: Array("P5\n\(width) \(height)\n255\n".utf8) + samples)
  }

  @Test(
    "A strip keeps its shape, and no side falls to zero",
    arguments: [
      (3000, 1, 2048, 1), (1, 3000, 1, 2048), (65_500, 16, 2048, 1), (16, 65_500, 1, 2048),
      (90, 2010, 90, 2010), (90, 2100, 88, 2048), (2049, 3, 2048, 3),
    ])
  func strips(width: Int, height: Int, newWidth: Int, newHeight: Int) throws {
    let original = try strip(width: width, height: height)
    let photo = try Preparing.photo(original)
    #expect((photo.width, photo.height) == (newWidth, newHeight))
    let picture = try JPEGTool.decode([UInt8](photo.jpeg))
    #expect((picture.width, picture.height) == (newWidth, newHeight))
    // The ramp goes from black to white, and gray is in its middle.
    let last = max(newWidth, newHeight) - 1
    for place in [0, last / 4, last / 2, last] {
      let color = newWidth > newHeight ? picture[place, 0] : picture[0, place]
      #expect(abs(Int(color.red) - place * 255 / last) <= 6, "\(place)")
    }
  }

  @Test("The long edge is anything from 16 to 16384", arguments: [16, 17, 63, 64, 16_384])
  func longEdges(edge: Int) throws {
    let original = try JPEGTool.encode(.gradient(width: 64, height: 33))
    let photo = try Preparing.photo(original) { $0.longEdge = edge }
    let size = PixelSize(width: 64, height: 33).downscaled(toLongEdge: edge)
    #expect((photo.width, photo.height) == (size.width, size.height))
    #expect(photo.width == min(64, edge))
    #expect(try JPEGTool.decode([UInt8](photo.jpeg)).width == photo.width)
  }

  @Test("A picture is never enlarged", arguments: [(1, 1), (3, 2), (64, 64), (100, 7)])
  func neverEnlarges(width: Int, height: Int) throws {
    let photo = try Preparing.photo(JPEGTool.encode(.gradient(width: width, height: height)))
    #expect((photo.width, photo.height) == (width, height))
  }

  @Test("Quality is anything from 0.05 to 1, and more of it is nearer and larger")
  func qualities() throws {
    let raster = Raster.gradient(width: 120, height: 90)
    let original = try JPEGTool.encode(raster, .init(quality: 100, sampling: .s444))
    var ratios: [Double] = []
    var sizes: [Int] = []
    for quality in [0.05, 0.5, 0.85, 1] {
      let jpeg = try Preparing.jpeg(original) { $0.quality = quality }
      ratios.append(try #require(try JPEGTool.decode(jpeg).peakSignalToNoise(raster)))
      sizes.append(jpeg.count)
    }
    #expect(ratios == ratios.sorted())
    #expect(sizes == sizes.sorted())
    #expect(ratios[0] > 18)
    #expect(ratios[3] > 45)
  }

  @Test("The steps of the quantization table are those that libjpeg has for the quality")
  func quantization() throws {
    let raster = Raster.gradient(width: 16, height: 16)
    for percent in [5, 29, 57, 85, 100] {
      let jpeg = try Preparing.jpeg(JPEGTool.encode(raster)) { $0.quality = Double(percent) / 100 }
      let arguments = ["-quality", "\(percent)", "-baseline"]
      let expected = try JPEGFile(Tool.output("cjpeg", arguments, input: raster.ppm())).segments
      let found = try JPEGFile(jpeg).segments
      let marker = JPEGMarker.quantizationTable
      #expect(found.filter { $0.marker == marker } == expected.filter { $0.marker == marker }, "\(percent)")
    }
  }

  @Test("A photo that could stay as it is is encoded anew, even if that makes it larger")
  func alwaysEncodes() throws {
    let token = "KEEP-ME-OUT"
    for quality in [5, 85] {
      let file = try JPEGFile(.detail(width: 60, height: 40), .init(quality: quality)).adding(.comment(token))
      let photo = try Preparing.photo(file.bytes)
      let jpeg = [UInt8](photo.jpeg)
      #expect(jpeg != file.bytes)
      #expect(photo.jpeg.range(of: Data(token.utf8)) == nil)
      if quality == 5 { #expect(jpeg.count > file.bytes.count) }
      // What was prepared already is prepared again like any other photo.
      let again = try Preparing.photo(jpeg)
      #expect(again.removed.isEmpty)
      #expect(again.jpeg.count > 0)
    }
  }
}
