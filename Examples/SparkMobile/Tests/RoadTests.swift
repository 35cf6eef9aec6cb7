import Foundation
import ImageIO
import Shutterbox
import Testing
import UIKit

/// The road of a photo with the system's own codecs, in the simulator.
@Suite("The road of a photo")
struct RoadTests {
  private func picture(width: Int, height: Int, scale: CGFloat = 1) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    let size = CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale)
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor.orange.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      UIColor.blue.setFill()
      context.fill(CGRect(x: 0, y: 0, width: size.width / 2, height: size.height / 2))
    }
  }

  @Test(
    "A picture in memory becomes a clean JPEG of the right size",
    arguments: [
      (4032, 3024, 2048, 1536), (1170, 2532, 946, 2048), (1200, 900, 1200, 900),
    ])
  func downscales(width: Int, height: Int, smallWidth: Int, smallHeight: Int) throws {
    for scale in [1.0, 3.0] {
      let jpeg = try #require(ImageDownscale.jpegData(picture(width: width, height: height, scale: scale)))
      let found = try PhotoInspection(jpeg)
      #expect((found.width, found.height) == (smallWidth, smallHeight))
      #expect(found.isClean)
    }
  }

  @Test("A file of the camera becomes upright, small and clean", arguments: ["public.jpeg", "public.heic"])
  func prepares(type: String) throws {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
    let properties: [CFString: Any] = [
      kCGImagePropertyOrientation: 6,
      kCGImagePropertyGPSDictionary: [
        kCGImagePropertyGPSLatitude: 46.5, kCGImagePropertyGPSLatitudeRef: "N",
        kCGImagePropertyGPSLongitude: 8.25, kCGImagePropertyGPSLongitudeRef: "E",
      ],
    ]
    let image = try #require(picture(width: 4032, height: 3024).cgImage)
    CGImageDestinationAddImage(destination, image, properties as CFDictionary)
    try #require(CGImageDestinationFinalize(destination))
    let photo = try PhotoPreparer().prepare(Data(referencing: data))
    #expect((photo.width, photo.height) == (1536, 2048))
    #expect(photo.hadLocation)
    #expect(try PhotoInspection(photo.jpeg).isClean)
  }

  @Test("A damaged file is told from a whole one")
  func damaged() throws {
    let jpeg = try #require(picture(width: 400, height: 300).jpegData(compressionQuality: 0.9))
    #expect(throws: PhotoPreparer.Error.self) { try PhotoPreparer().prepare(jpeg.prefix(jpeg.count / 2)) }
  }
}
