#if canImport(UIKit) && canImport(Photos)
  public import CoreLocation
  import Foundation
  import Photos
  public import UIKit

  /// Saves photos to the photo library of the person, with permission to add and to nothing else.
  ///
  /// `Info.plist` needs the text of ``UsageDescription/photoLibraryAdditions``.
  public struct PhotoLibrarySaver: Sendable {
    /// A saver; there is nothing to choose.
    public init() {}

    /// Saves the original: as HEIC with what the camera wrote down, or the image itself where there is no such
    /// metadata or the device writes no HEIC.
    ///
    /// - Parameters:
    ///   - image: The photo as the camera gave it.
    ///   - metadata: That of ``CaptureReport``.
    ///   - location: Where the photo was taken, if the person wants that kept. The camera never tells it.
    /// - Throws: ``SavePhotoError``. Nothing was saved then.
    public func save(
      _ image: UIImage?, metadata: CaptureMetadata? = nil, location: CLLocation? = nil
    ) async throws(SavePhotoError) {
      guard let image, image.size.width > 0, image.size.height > 0 else { throw .noImage }
      UsageDescription.check([.photoLibraryAdditions])
      let status = await PHPhotoLibrary.requestAuthorization(for: .addOnly)
      guard status == .authorized || status == .limited else { throw .notPermitted }
      let file = metadata.flatMap { image.heicData(metadata: $0) }
      let outcome = await withCheckedContinuation { continuation in
        let answer = SingleAnswer<Result<Void, SavePhotoError>>(continuation, orElse: .failure(.notSaved))
        // Both run on a queue of the library's choice.
        PHPhotoLibrary.shared().performChanges { @Sendable in
          let request: PHAssetCreationRequest
          if let file {
            request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: file, options: nil)
          } else {
            request = PHAssetCreationRequest.creationRequestForAsset(from: image)
          }
          if let location { request.location = location }
        } completionHandler: { @Sendable success, error in
          answer.resume(SavePhotoError.outcome(success: success, error: error))
        }
      }
      try outcome.get()
    }
  }
#endif
