/// Where a capture came from.
public enum CaptureSource: Hashable, Sendable {
  /// The camera of the device.
  case camera
  /// Taken where there is no camera: in the simulator, on some iPads, on a Mac.
  case photoLibrary

  init(hasCamera: Bool) { self = hasCamera ? .camera : .photoLibrary }

  /// The types that are asked for: movies only if they are wanted and the source has them.
  ///
  /// Without movies the microphone is never touched, so no text for it is needed.
  static func mediaTypes(image: String, movie: String, allowsVideo: Bool, available: [String]) -> [String] {
    allowsVideo && available.contains(movie) ? [image, movie] : [image]
  }
}
