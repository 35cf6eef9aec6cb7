import Foundation
import PhotoFixtures
import PhotoPipeline
import Testing
import UIKit

@Suite("A picture in memory", .serialized)
@MainActor
struct DownscaleTests {
  init() throws {
    FakeUIKit.shared.renderer = FakeUIKit.Renderer()
    FakeUIKit.shared.renderer.jpeg = Data(try JPEGTool.encode(.detail(width: 16, height: 8)))
  }

  @Test(
    "The size counts pixels, not points, and nothing is enlarged",
    arguments: [
      (CGSize(width: 4032, height: 3024), 1.0, CGSize(width: 2048, height: 1536)),
      (CGSize(width: 1008, height: 1344), 3.0, CGSize(width: 1536, height: 2048)),
      (CGSize(width: 1170, height: 2532), 1.0, CGSize(width: 946, height: 2048)),
      (CGSize(width: 400, height: 300), 3.0, CGSize(width: 1200, height: 900)),
    ])
  func size(points: CGSize, scale: Double, pixels: CGSize) throws {
    let image = UIImage(size: points, scale: CGFloat(scale))
    _ = try #require(ImageDownscale.jpegData(image))
    #expect(FakeUIKit.shared.renderer.size == pixels)
    #expect(FakeUIKit.shared.renderer.drawn == [CGRect(origin: .zero, size: pixels)])
    // What is transparent shows white.
    #expect(FakeUIKit.shared.renderer.filled == [CGRect(origin: .zero, size: pixels)])
  }

  @Test("One pixel a point, opaque, in standard range, at quality 0.85")
  func format() throws {
    let image = UIImage(size: CGSize(width: 40, height: 30), scale: 2)
    _ = ImageDownscale.jpegData(image)
    let format = try #require(FakeUIKit.shared.renderer.format)
    #expect(format.scale == 1 && format.opaque && format.preferredRange == .standard)
    #expect(FakeUIKit.shared.renderer.quality == 0.85)
    _ = ImageDownscale.jpegData(image, quality: 0.5)
    #expect(FakeUIKit.shared.renderer.quality == 0.5)
  }

  @Test("What the system writes beside the picture goes, and what is then not clean is nothing")
  func clean() throws {
    var exif = EXIFBuilder(.bigEndian, orientation: 1, gps: GPSPosition(latitude: 46.5, longitude: 8.25))
    exif.make = "Example"
    FakeUIKit.shared.renderer.jpeg = Data(
      try JPEGFile(JPEGTool.encode(.detail(width: 16, height: 8))).adding(exif).bytes)
    let image = UIImage(size: CGSize(width: 16, height: 8))
    let jpeg = try #require(ImageDownscale.jpegData(image))
    #expect(try PhotoInspection(jpeg).isClean)
    FakeUIKit.shared.renderer.jpeg = Data([1, 2, 3])
    #expect(ImageDownscale.jpegData(image) == nil)
    // A progressive picture is none that is proved to hold nothing else.
    FakeUIKit.shared.renderer.jpeg = Data(
      try JPEGTool.encode(.detail(width: 16, height: 8), .init(isProgressive: true)))
    #expect(ImageDownscale.jpegData(image) == nil)
  }

  @Test("A picture without pixels is none", arguments: [CGSize.zero, CGSize(width: 0, height: 5)])
  func empty(size: CGSize) {
    #expect(ImageDownscale.jpegData(UIImage(size: size)) == nil)
    #expect(FakeUIKit.shared.renderer.size == nil)
  }
}
