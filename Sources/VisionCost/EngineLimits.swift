/// What an engine refuses. `nil` is no limit, or none that is known.
public struct EngineLimits: Hashable, Sendable {
  /// Pixels a side.
  public var side: Int?
  /// Pixels a side where more than `images` pictures share a request: later turns of a talk count, too.
  public var sideAmongMany: (side: Int, images: Int)? {
    get { manySide.flatMap { side in manyImages.map { (side, $0) } } }
    set { (manySide, manyImages) = (newValue?.side, newValue?.images) }
  }
  /// The shortest side in pixels.
  public var smallestSide: Int?
  /// How many times the long side may be as long as the short one.
  public var ratio: Int?
  /// Patches of 32 pixels.
  public var patches: Int?
  /// Bytes of one picture as base64, which is a third more than the file.
  public var encodedBytes: Int?
  /// The same at the strictest of the hosts that offer the engine.
  public var strictestEncodedBytes: Int?
  /// Bytes of a whole request.
  public var requestBytes: Int?
  /// Pictures in a request.
  public var images: Int?
  /// The formats that are read, as `jpeg`, `png`, `gif`, `webp`, `heic`.
  public var formats: Set<String>?

  private var manySide: Int?
  private var manyImages: Int?

  /// No limits.
  public init() {}

  /// How long a file is as base64 (RFC 4648 §4): four characters for each three bytes that were begun.
  public static func encodedLength(ofBytes count: Int) -> Int { dividedUp(max(0, count), 3) * 4 }

  /// Why a picture is refused, or `nil` if it is taken.
  ///
  /// - Parameters:
  ///   - size: The size of the picture in pixels.
  ///   - byteCount: Of the file, if it is known.
  ///   - format: Of the file, if it is known.
  ///   - sharesRequest: Whether more pictures may be in the request, at any of the hosts that offer the
  ///     engine, so that the smaller limits hold.
  public func refusal(
    of size: PictureSize, byteCount: Int? = nil, format: String? = nil, sharesRequest: Bool = false
  ) -> PictureRefusal? {
    if let format, let formats, !formats.contains(format) { return .format(format) }
    if let side, size.longEdge > side { return .side(limit: side) }
    if sharesRequest, let many = sideAmongMany, size.longEdge > many.side {
      return .sideAmongMany(limit: many.side, images: many.images)
    }
    if let smallestSide, size.shortEdge < smallestSide { return .smallSide(limit: smallestSide) }
    if let ratio, size.longEdge > size.shortEdge * ratio { return .ratio(limit: ratio) }
    if let patches, OpenAIPatches.patches(size) > patches { return .patches(limit: patches) }
    let bytes = sharesRequest ? strictestEncodedBytes ?? encodedBytes : encodedBytes
    if let byteCount, let bytes, Self.encodedLength(ofBytes: byteCount) > bytes {
      return .bytes(limit: bytes)
    }
    return nil
  }
}
