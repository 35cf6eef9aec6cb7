/// Why a photo was not saved to the photo library.
public enum SavePhotoError: Error {
  /// There is no picture to save.
  case noImage
  /// The person or a profile of the device does not permit additions. Settings is where that is changed.
  case notPermitted
  /// The photo library reported an error, for instance that the device is full.
  case failed(any Error)
  /// The photo library reported neither success nor an error.
  case notSaved

  /// What the answer of the photo library means.
  ///
  /// Success counts, also beside an error.
  static func outcome(success: Bool, error: (any Error)?) -> Result<Void, SavePhotoError> {
    if success { return .success(()) }
    return .failure(error.map(SavePhotoError.failed) ?? .notSaved)
  }
}

extension SavePhotoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noImage: "there is no picture to save"
    case .notPermitted: "this app may not add to the photo library; permit it in Settings"
    case .failed(let error): "the photo library did not save the photo: \(error)"
    case .notSaved: "the photo library did not save the photo and did not say why"
    }
  }
}
