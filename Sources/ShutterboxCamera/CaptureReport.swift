/// What there is to know about a capture beside its result.
public struct CaptureReport: Sendable {
  /// Where the capture came from.
  public let source: CaptureSource
  /// What the camera wrote down about a photo. ``PhotoLibrarySaver`` takes it; nothing else needs it.
  public let metadata: CaptureMetadata?
  /// Why there is no result although the person did not cancel.
  public let problem: CaptureProblem?
}

/// Why the camera or the photo library gave no result although the person did not cancel.
public enum CaptureProblem: Error {
  /// Neither a picture nor a movie was given, for instance because the photo is in the cloud and there is no network.
  case nothingGiven
  /// The movie could not be moved to the app's folder, for instance because the device is full.
  case movieNotKept(any Error)
}
