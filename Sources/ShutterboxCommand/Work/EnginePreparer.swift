import PhotoPipeline
import VisionCost

/// Prepares photos for one engine, so that it takes each as it is: no pixel more than it looks at, and nothing that it
/// refuses.
struct EnginePreparer: Sendable {
  let engine: VisionEngine
  /// `longEdge` and `quality` are the most that is wanted.
  let options: PhotoPreparer.Options

  /// Where fewer bytes are needed, quality goes down to this before pixels do.
  private static let leastQuality = 0.5
  private static let qualityStep = 0.1
  /// The shortest long edge that a photo is prepared with, in pixels.
  private static let leastLongEdge = 16

  /// Prepares a photo.
  ///
  /// - Throws: ``ItemFailure`` `unsupported` if the engine would refuse every size of it, and what
  ///   ``PhotoPreparer`` throws.
  func prepare(_ source: any ByteSource) throws -> PreparedPhoto {
    let original = try PhotoInspection(source: source)
    guard let size = PictureSize(width: original.width, height: original.height) else {
      // No picture of a kind that is decoded; the preparer says why.
      return try PhotoPreparer(options: options).prepare(source)
    }
    var options = options
    while true {
      options.longEdge = max(Self.leastLongEdge, try target(size, ceiling: options.longEdge).longEdge)
      let photo = try PhotoPreparer(options: options).prepare(source)
      guard let refusal = refusal(of: photo) else { return photo }
      guard case .bytes = refusal, lower(&options) else { throw failure(refusal) }
    }
  }

  private func target(_ size: PictureSize, ceiling: Int) throws -> PictureSize {
    do throws(PictureRefusal) {
      return try engine.losslessSize(of: size, ceiling: ceiling)
    } catch {
      throw failure(error)
    }
  }

  private func refusal(of photo: PreparedPhoto) -> PictureRefusal? {
    guard let size = PictureSize(width: photo.width, height: photo.height) else {
      return .smallSide(limit: 1)
    }
    return engine.limits.refusal(
      of: size, byteCount: photo.jpeg.count, format: PhotoFormat.jpeg.rawValue, sharesRequest: true)
  }

  /// Asks for fewer bytes.
  ///
  /// - Returns: Whether that is possible.
  private func lower(_ options: inout PhotoPreparer.Options) -> Bool {
    if options.quality > Self.leastQuality {
      options.quality = max(Self.leastQuality, options.quality - Self.qualityStep)
      return true
    }
    options.longEdge = options.longEdge * 3 / 4
    return options.longEdge >= Self.leastLongEdge
  }

  private func failure(_ refusal: PictureRefusal) -> ItemFailure {
    ItemFailure(
      code: "unsupported",
      message: "\(engine.id) takes it in no size up to \(options.longEdge) pixels: \(refusal)")
  }
}
