#if canImport(UIKit)
  public import Foundation
  public import UIKit

  /// What the person made with the camera, or chose where there is none.
  public enum CaptureResult: Sendable {
    /// A photo as the camera made it, with its orientation.
    case photo(UIImage)
    /// A file in a ``MovieShelter``, which belongs to the caller.
    case movie(URL)
  }
#endif
