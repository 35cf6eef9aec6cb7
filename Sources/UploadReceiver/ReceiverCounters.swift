/// What a receiver has done since it was started, and what it has now.
public struct ReceiverCounters: Sendable, Hashable {
  /// One kind of answer.
  public struct Answer: Sendable, Hashable {
    /// `OPTIONS`, `POST`, `HEAD`, `PATCH`, `DELETE`, `GET`, or `other`.
    public let method: String
    public let status: Int
  }

  /// Requests that were answered.
  public var requests: [Answer: Int] = [:]
  /// Requests that are being answered now.
  public var requestsUnderWay = 0
  /// Uploads that were created.
  public var created = 0
  /// Files that were stored.
  public var completed = 0
  /// Creations of a file that was there.
  public var alreadyStored = 0
  /// Creations that continued an upload.
  public var continued = 0
  /// Uploads that were not taken or not kept, by reason.
  public var refused: [ReceiverRefusal: Int] = [:]
  /// Uploads that were ended by their sender.
  public var terminated = 0
  /// Unfinished uploads that got nothing for too long.
  public var expired = 0
  /// Bytes of bodies.
  public var bytesReceived = 0
  /// Unfinished uploads now.
  public var openUploads = 0
  /// Bytes of unfinished uploads now.
  public var openBytes = 0
  /// Bytes of files: those that were there at the start and those stored since.
  public var storedBytes = 0

  public init() {}
}
