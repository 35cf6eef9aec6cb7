// What is used of Photos (https://developer.apple.com/documentation/photos), and a record of how.
public import CoreLocation
public import Foundation
public import Synchronization
public import UIKit

/// The photo library of the test that runs at the moment.
public final class FakePhotoLibrary: Sendable {
  @TaskLocal public static var current = FakePhotoLibrary()

  public struct State: Sendable {
    public var status = PHAuthorizationStatus.authorized
    /// What the completion handler gets; `nil` for a library that never calls it.
    public var answer: (success: Bool, error: (any Error)?)? = (true, nil)
    /// How often it is called.
    public var answerCount = 1
    public var askedLevel: PHAccessLevel?
    public var data: Data?
    public var image: UIImage?
    public var location: CLLocation?
  }

  public let state = Mutex(State())

  public init() {}
}

/// https://developer.apple.com/documentation/photos/phauthorizationstatus
public enum PHAuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorized, limited
}

/// https://developer.apple.com/documentation/photos/phaccesslevel
public enum PHAccessLevel: Int, Sendable {
  case addOnly = 1
  case readWrite = 2
}

/// https://developer.apple.com/documentation/photos/phassetresourcetype
public enum PHAssetResourceType: Int, Sendable {
  case photo = 1
}

/// https://developer.apple.com/documentation/photos/phassetresourcecreationoptions
public final class PHAssetResourceCreationOptions {}

/// https://developer.apple.com/documentation/photos/phassetcreationrequest
public final class PHAssetCreationRequest {
  public static func forAsset() -> PHAssetCreationRequest { PHAssetCreationRequest() }

  /// Inherited from https://developer.apple.com/documentation/photos/phassetchangerequest
  public static func creationRequestForAsset(from image: UIImage) -> PHAssetCreationRequest {
    FakePhotoLibrary.current.state.withLock { $0.image = image }
    return PHAssetCreationRequest()
  }

  public func addResource(
    with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?
  ) {
    FakePhotoLibrary.current.state.withLock { $0.data = data }
  }

  public var location: CLLocation? {
    get { FakePhotoLibrary.current.state.withLock { $0.location } }
    set { FakePhotoLibrary.current.state.withLock { $0.location = newValue } }
  }
}

/// https://developer.apple.com/documentation/photos/phphotolibrary
public final class PHPhotoLibrary: Sendable {
  private static let library = PHPhotoLibrary()

  public static func shared() -> PHPhotoLibrary { library }

  public static func requestAuthorization(for level: PHAccessLevel) async -> PHAuthorizationStatus {
    FakePhotoLibrary.current.state.withLock {
      $0.askedLevel = level
      return $0.status
    }
  }

  public func performChanges(
    _ changes: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    changes()
    let (answer, count) = FakePhotoLibrary.current.state.withLock { ($0.answer, $0.answerCount) }
    guard let answer else { return }
    for _ in 0..<count { completionHandler?(answer.success, answer.error) }
  }
}
