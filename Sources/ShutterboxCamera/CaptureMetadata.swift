public import Foundation

/// What the camera wrote down about a photo, in the form that ImageIO takes. The place is never part of it.
// Sendable is unchecked because the dictionary is a copy of property list values that nobody changes.
public struct CaptureMetadata: @unchecked Sendable {
  /// Properties by ImageIO's names, such as `{Exif}` and `{TIFF}`.
  public let properties: NSDictionary

  /// - Parameter properties: As the camera gave them (`UIImagePickerController.InfoKey.mediaMetadata`). They are copied,
  ///   and a place in them is left out.
  public init(_ properties: NSDictionary) {
    let copy = properties.mutableCopy() as? NSMutableDictionary ?? NSMutableDictionary()
    // The value of ImageIO's `kCGImagePropertyGPSDictionary`.
    copy.removeObject(forKey: NSString(string: "{GPS}"))
    self.properties = copy
  }

  /// The same with one orientation everywhere, so that no reader turns the picture a second time.
  ///
  /// - Parameters:
  ///   - orientation: As EXIF has it, 1 to 8.
  ///   - key: The name of the orientation.
  ///   - block: The name of the block that has one of its own.
  func oriented(_ orientation: Int, key: String, block: String) -> NSDictionary {
    let turned = turned(properties, orientation, key)
    if let inner = properties[NSString(string: block)] as? NSDictionary {
      turned[NSString(string: block)] = self.turned(inner, orientation, key)
    }
    return turned
  }

  private func turned(_ properties: NSDictionary, _ orientation: Int, _ key: String) -> NSMutableDictionary {
    let result = properties.mutableCopy() as? NSMutableDictionary ?? NSMutableDictionary()
    result[NSString(string: key)] = NSNumber(value: orientation)
    return result
  }
}
