// What is used of ImageIO (https://developer.apple.com/documentation/imageio). A test says what the system makes of a
// file, and finds out what it was asked for.
@_exported public import CoreGraphics
public import Foundation
public import Synchronization

/// What the system is asked for, and what it answers, for the test that runs at the moment.
public final class FakeImageIO: Sendable {
  @TaskLocal public static var current = FakeImageIO()

  public struct State: @unchecked Sendable {
    // Unchecked because of the dictionaries, which nobody changes.
    /// What a file is decoded to; `nil` for one that is not decoded.
    public var image: CGImage?
    public var status = CGImageSourceStatus.statusComplete
    /// The properties that the system finds in a file.
    public var properties: NSDictionary?
    public var readByteCount = 0
    public var thumbnailOptions: NSDictionary?
    /// What an encoder writes; `nil` if it fails.
    public var encoded: Data?
    public var knownTypes = ["public.jpeg", "public.heic"]
    public var destinationType: String?
    public var addedProperties: NSDictionary?
    public var addedImage: CGImage?
  }

  public let state = Mutex(State())

  public init() {}
}

/// https://developer.apple.com/documentation/imageio/cgimagesourcestatus
public enum CGImageSourceStatus: Int32, Sendable {
  case statusIncomplete = -1
  case statusComplete = 0
}

/// https://developer.apple.com/documentation/imageio/cgimagesource
public final class CGImageSource {}

// https://developer.apple.com/documentation/imageio/kcgimagesourceshouldcache and its neighbors
public var kCGImageSourceShouldCache: CFString { NSString(string: "kCGImageSourceShouldCache") }
public var kCGImageSourceShouldCacheImmediately: CFString {
  NSString(string: "kCGImageSourceShouldCacheImmediately")
}
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
  NSString(string: "kCGImageSourceCreateThumbnailFromImageAlways")
}
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
  NSString(string: "kCGImageSourceCreateThumbnailWithTransform")
}
public var kCGImageSourceThumbnailMaxPixelSize: CFString {
  NSString(string: "kCGImageSourceThumbnailMaxPixelSize")
}
// https://developer.apple.com/documentation/imageio/kcgimagedestinationlossycompressionquality
public var kCGImageDestinationLossyCompressionQuality: CFString {
  NSString(string: "kCGImageDestinationLossyCompressionQuality")
}
// https://developer.apple.com/documentation/imageio/kcgimagepropertyorientation
public var kCGImagePropertyOrientation: CFString { NSString(string: "Orientation") }
// https://developer.apple.com/documentation/imageio/kcgimagepropertytiffdictionary
public var kCGImagePropertyTIFFDictionary: CFString { NSString(string: "{TIFF}") }

/// https://developer.apple.com/documentation/imageio/cgimagesourcecreatewithdataprovider(_:_:)
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  let count = provider.bytes().count
  FakeImageIO.current.state.withLock { $0.readByteCount = count }
  return CGImageSource()
}

/// https://developer.apple.com/documentation/imageio/cgimagesourcegetprimaryimageindex(_:)
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { 0 }

/// https://developer.apple.com/documentation/imageio/cgimagesourcecopypropertiesatindex(_:_:_:)
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  FakeImageIO.current.state.withLock { $0.properties }
}

/// https://developer.apple.com/documentation/imageio/cgimagesourcegetstatusatindex(_:_:)
public func CGImageSourceGetStatusAtIndex(_ source: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  FakeImageIO.current.state.withLock { $0.status }
}

/// https://developer.apple.com/documentation/imageio/cgimagesourcecreatethumbnailatindex(_:_:_:)
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  FakeImageIO.current.state.withLock {
    $0.thumbnailOptions = options
    return $0.image
  }
}

/// https://developer.apple.com/documentation/imageio/cgimagedestination
public final class CGImageDestination {
  let data: CFMutableData
  init(_ data: CFMutableData) { self.data = data }
}

/// https://developer.apple.com/documentation/imageio/cgimagedestinationcreatewithdata(_:_:_:_:)
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  let isKnown = FakeImageIO.current.state.withLock {
    $0.destinationType = type as String
    return $0.knownTypes.contains(type as String)
  }
  return isKnown ? CGImageDestination(data) : nil
}

/// https://developer.apple.com/documentation/imageio/cgimagedestinationaddimage(_:_:_:)
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  FakeImageIO.current.state.withLock {
    $0.addedImage = image
    $0.addedProperties = properties
  }
}

/// https://developer.apple.com/documentation/imageio/cgimagedestinationfinalize(_:)
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
  guard let encoded = FakeImageIO.current.state.withLock({ $0.encoded }) else { return false }
  destination.data.append(encoded)
  return true
}
