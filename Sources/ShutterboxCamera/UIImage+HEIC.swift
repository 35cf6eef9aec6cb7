#if canImport(UIKit) && canImport(ImageIO)
  import Foundation
  import ImageIO
  import UIKit
  import UniformTypeIdentifiers

  extension UIImage {
    /// The picture as HEIC with `metadata`; `nil` if this device or this picture cannot be written so.
    func heicData(metadata: CaptureMetadata) -> Data? {
      guard let cgImage else { return nil }
      let data = NSMutableData()
      let type = NSString(string: UTType.heic.identifier) as CFString
      guard let destination = CGImageDestinationCreateWithData(data as CFMutableData, type, 1, nil) else {
        return nil
      }
      // The pixels are stored as the sensor gave them, whatever the metadata say.
      let properties = metadata.oriented(
        imageOrientation.exifValue, key: kCGImagePropertyOrientation as String,
        block: kCGImagePropertyTIFFDictionary as String)
      CGImageDestinationAddImage(destination, cgImage, properties as CFDictionary)
      guard CGImageDestinationFinalize(destination) else { return nil }
      return Data(referencing: data)
    }
  }

  extension UIImage.Orientation {
    /// EXIF 2.32 §4.6.4, Orientation.
    var exifValue: Int {
      switch self {
      case .up: 1
      case .upMirrored: 2
      case .down: 3
      case .downMirrored: 4
      case .leftMirrored: 5
      case .right: 6
      case .rightMirrored: 7
      case .left: 8
      @unknown default: 1
      }
    }
  }
#endif
