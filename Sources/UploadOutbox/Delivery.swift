public import CaptureStorage

/// One item on its way to a destination.
public struct Delivery: Sendable {
  /// What is sent: id, entry, SHA-256, size.
  public let media: Media
  /// Its bytes, proved to be those that the ledger means.
  public let file: VerifiedFile
  /// What an earlier attempt at the same destination remembered, such as the address of its upload.
  public let state: String?

  private let onState: @Sendable (String?) async throws(DeliveryError) -> Void
  private let onProgress: @Sendable (Progress) -> Void

  /// How far it is.
  public struct Progress: Sendable, Hashable {
    /// Bytes of the file that are at the receiver or on their way, from the start of the file.
    public var offset: Int
    /// Bytes from the start of the file that the receiver has said it has.
    public var confirmedOffset = 0
    /// Bytes that were put on the wire since this attempt began, repeated ones included.
    public var sentByteCount: Int
  }

  /// A delivery, for destinations and their tests.
  public init(
    media: Media, file: VerifiedFile, state: String?,
    onState: @escaping @Sendable (String?) async throws(DeliveryError) -> Void = { _ throws(DeliveryError) in
    },
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.media = media
    self.file = file
    self.state = state
    self.onState = onState
    self.onProgress = onProgress
  }

  /// Writes down what the next attempt needs in order to go on from here; `nil` forgets it.
  ///
  /// It is on the disk when this returns, so it is called before bytes are sent that could otherwise not be found
  /// again. It must hold no credentials.
  public func remember(_ state: String?) async throws(DeliveryError) {
    try await onState(state)
  }

  /// Tells how far it is.
  public func report(_ progress: Progress) {
    onProgress(progress)
  }

  /// The media type (RFC 6838) of the file.
  public var mediaType: String {
    switch media.file.split(separator: ".").last {
    case "jpg": "image/jpeg"
    case "mov": "video/quicktime"
    case "mp4": "video/mp4"
    default: "application/octet-stream"
    }
  }

  /// The name that the media have at a destination that keeps files by name: `<media>.jpg`.
  public var fileName: String { media.file.split(separator: "/").last.map(String.init) ?? media.id.text }
}
