/// What there is to know about a capture beside its result.
public struct CaptureReport: Sendable {
  /// Where the capture came from.
  public let source: CaptureSource
  /// What the camera wrote down about a photo. ``PhotoLibrarySaver`` takes it; nothing else needs it.
  public let metadata: CaptureMetadata?
  /// Why there is no result although the person did not cancel.
  public let problem: CaptureProblem?
}
