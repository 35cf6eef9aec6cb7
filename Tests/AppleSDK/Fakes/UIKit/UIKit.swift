// What is used of UIKit (https://developer.apple.com/documentation/uikit), and a record of how.
@_exported public import CoreGraphics
public import Foundation
import Synchronization

/// https://developer.apple.com/documentation/uikit/uiimage
public final class UIImage: @unchecked Sendable {
  // Unchecked because of the image, which nobody changes.
  /// https://developer.apple.com/documentation/uikit/uiimage/orientation
  public enum Orientation: Int, CaseIterable, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// In points, upright.
  public let size: CGSize
  public let scale: CGFloat
  public let imageOrientation: Orientation
  public let cgImage: CGImage?

  public init(
    size: CGSize, scale: CGFloat = 1, orientation: Orientation = .up, cgImage: CGImage? = nil
  ) {
    self.size = size
    self.scale = scale
    imageOrientation = orientation
    self.cgImage = cgImage
  }

  public func draw(in rect: CGRect) { FakeUIKit.shared.note { $0.drawn.append(rect) } }
}

/// What the device has, and what was drawn.
public final class FakeUIKit: Sendable {
  public static let shared = FakeUIKit()

  public struct Renderer: @unchecked Sendable {
    // Unchecked because of the format, which nobody changes once it is here.
    public var drawn: [CGRect] = []
    public var filled: [CGRect] = []
    public var format: UIGraphicsImageRendererFormat?
    public var size: CGSize?
    public var quality: CGFloat?
    /// What the renderer writes.
    public var jpeg = Data()

    public init() {}
  }

  private let allSources = Mutex<[UIImagePickerController.SourceType: [String]]>([:])
  private let work = Mutex(Renderer())

  /// The kinds of media that each source has.
  public var sources: [UIImagePickerController.SourceType: [String]] {
    get { allSources.withLock { $0 } }
    set { allSources.withLock { $0 = newValue } }
  }

  public var renderer: Renderer {
    get { work.withLock { $0 } }
    set { work.withLock { $0 = newValue } }
  }

  /// Everything that a phone has.
  public func resetDevice() {
    sources = [.camera: ["public.image", "public.movie"], .photoLibrary: ["public.image", "public.movie"]]
  }

  func note(_ change: (inout Renderer) -> Void) { work.withLock { change(&$0) } }
}

/// https://developer.apple.com/documentation/uikit/uicolor
public final class UIColor: Sendable {
  public static let white = UIColor()
  public func setFill() {}
}

/// https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat
public final class UIGraphicsImageRendererFormat {
  public enum Range: Int, Sendable { case automatic = -1, unspecified, extended, standard }

  // As on a phone.
  public var scale: CGFloat = 3
  public var opaque = false
  public var preferredRange = Range.automatic

  public init() {}
}

/// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderercontext
public final class UIGraphicsImageRendererContext {
  public func fill(_ rect: CGRect) { FakeUIKit.shared.note { $0.filled.append(rect) } }
}

/// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer
public final class UIGraphicsImageRenderer {
  public init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    FakeUIKit.shared.note {
      $0.size = size
      $0.format = format
    }
  }

  public func jpegData(
    withCompressionQuality quality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Data {
    actions(UIGraphicsImageRendererContext())
    FakeUIKit.shared.note { $0.quality = quality }
    return FakeUIKit.shared.renderer.jpeg
  }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor
open class UIViewController: NSObject {
  /// How often it was asked to go.
  public private(set) var dismissCount = 0

  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) { dismissCount += 1 }
}

/// https://developer.apple.com/documentation/uikit/uinavigationcontrollerdelegate
@MainActor
public protocol UINavigationControllerDelegate: AnyObject {}

/// https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate
@MainActor
public protocol UIImagePickerControllerDelegate: AnyObject {
  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

/// https://developer.apple.com/documentation/uikit/uiimagepickercontroller
@MainActor
public final class UIImagePickerController: UIViewController {
  public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
  public enum QualityType: Int, Sendable { case typeHigh, typeMedium }
  public struct InfoKey: Hashable, Sendable {
    let name: String
    public static let originalImage = InfoKey(name: "originalImage")
    public static let mediaURL = InfoKey(name: "mediaURL")
    public static let mediaMetadata = InfoKey(name: "mediaMetadata")
  }

  public static func isSourceTypeAvailable(_ type: SourceType) -> Bool {
    FakeUIKit.shared.sources[type] != nil
  }
  public static func availableMediaTypes(for type: SourceType) -> [String]? {
    FakeUIKit.shared.sources[type]
  }

  /// The system ends an app that sets one that is not there.
  public var sourceType = SourceType.photoLibrary {
    willSet { precondition(Self.isSourceTypeAvailable(newValue), "NSInvalidArgumentException") }
  }
  public var mediaTypes = ["public.image"]
  public var videoQuality = QualityType.typeMedium
  public weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?

  public override init() { super.init() }
}
