/// What a photo costs an engine as it is, and after it was made smaller.
public struct PictureCost: Sendable {
  /// A picture and what becomes of it.
  public struct Side: Sendable {
    /// Its size in pixels.
    public let size: PictureSize
    /// `nil` if the picture is refused.
    public let tokens: Int?
    /// Why it is refused; `nil` if it is taken.
    public let refusal: PictureRefusal?
    /// Whether the engine makes it smaller before it looks.
    public let isShrunk: Bool

    /// Whether the engine takes it.
    public var isAccepted: Bool { refusal == nil }
  }

  /// The engine that reads them.
  public let engine: VisionEngine
  /// The photo as it is.
  public let before: Side
  /// The copy.
  public let after: Side
  /// Why the copy is refused where many pictures share a request, although it is taken alone.
  public let refusalAmongMany: PictureRefusal?
  /// The long side in pixels at which the engine looks at every pixel; `nil` if it takes the photo in no size.
  public let losslessLongEdge: Int?

  /// - Parameters:
  ///   - size: The size of the picture in pixels.
  ///   - engine: The engine.
  ///   - byteCount: Of the photo's file, if it is known.
  ///   - format: Of the photo's file, if it is known. A copy is always a JPEG.
  ///   - longEdge: Of the copy in pixels.
  public init(
    of size: PictureSize, byteCount: Int? = nil, format: String? = nil, longEdge: Int, engine: VisionEngine
  ) {
    let copy = size.fitted(toLongEdge: longEdge)
    self.engine = engine
    before = Side(size, engine, byteCount: byteCount, format: format)
    after = Side(copy, engine, byteCount: nil, format: "jpeg")
    refusalAmongMany = after.isAccepted ? engine.limits.refusal(of: copy, sharesRequest: true) : nil
    // A picture that fits in no size has no such edge, which is an answer and no failure here.
    losslessLongEdge = try? engine.losslessSize(of: size, ceiling: min(size.longEdge, 16384)).longEdge
  }

  /// How many tokens the smaller copy saves; negative if it costs more, `nil` if one of the two is refused.
  public var saving: Int? {
    before.tokens.flatMap { before in after.tokens.map { before - $0 } }
  }
}

extension PictureCost.Side {
  fileprivate init(_ size: PictureSize, _ engine: VisionEngine, byteCount: Int?, format: String?) {
    self.size = size
    refusal = engine.limits.refusal(of: size, byteCount: byteCount, format: format)
    let reading = refusal == nil ? engine.rule.reading(of: size) : nil
    tokens = reading?.tokens
    isShrunk = reading?.isShrunk ?? false
  }
}
