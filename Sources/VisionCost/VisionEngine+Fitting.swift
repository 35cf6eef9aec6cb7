extension VisionEngine {
  /// The largest size of a picture that the engine looks at as it is, and does not refuse, also not where many pictures
  /// share a request.
  ///
  /// More pixels would be made smaller by the engine, so nothing is lost. Fewer may cost less.
  ///
  /// - Parameters:
  ///   - size: Of the upright picture.
  ///   - ceiling: The longest side that is wanted, in pixels.
  /// - Returns: A size no larger than `size` in its shape. Where every size would be made smaller, the largest that is
  ///   taken.
  /// - Throws: ``PictureRefusal`` if the engine takes the picture in no size.
  public func losslessSize(of size: PictureSize, ceiling: Int) throws(PictureRefusal) -> PictureSize {
    // A few pixels can round to a shape that is taken, which is no copy of this picture any more.
    if let ratio = limits.ratio, size.longEdge > size.shortEdge * ratio { throw .ratio(limit: ratio) }
    var taken: PictureSize?
    let start = size.fitted(toLongEdge: ceiling)
    var refusal = limits.refusal(of: start, sharesRequest: true)
    // Neither refusing nor shrinking is monotonic: sides are rounded, and grids of tiles change with the shape.
    for longEdge in stride(from: start.longEdge, through: 1, by: -1) {
      let fitted = size.fitted(toLongEdge: longEdge)
      if let reason = limits.refusal(of: fitted, sharesRequest: true) {
        refusal = refusal ?? reason
        // What is too small or too narrow only becomes more so.
        if let smallest = limits.smallestSide, fitted.shortEdge < smallest { break }
        continue
      }
      taken = taken ?? fitted
      if !rule.reading(of: fitted).isShrunk { return fitted }
    }
    if let taken { return taken }
    throw refusal ?? .smallSide(limit: 1)
  }
}
