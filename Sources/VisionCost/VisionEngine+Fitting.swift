extension VisionEngine {
  /// The largest size of a picture that the engine looks at as it is, and does not refuse, also not where many pictures
  /// share a request.
  ///
  /// More pixels would be made smaller by the engine, so nothing is lost. Where that size falls just into another row
  /// of cells or tiles, and so costs more than what the engine makes of the larger picture, it is the next smaller one
  /// that does not, if there is one within a twentieth.
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
    var lossless: PictureSize?
    let start = size.fitted(toLongEdge: ceiling)
    let price = rule.reading(of: start).tokens
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
      if let lossless, longEdge * 20 < lossless.longEdge * 19 { return lossless }
      let reading = rule.reading(of: fitted)
      guard !reading.isShrunk else { continue }
      if reading.tokens <= price { return fitted }
      lossless = lossless ?? fitted
    }
    if let found = lossless ?? taken { return found }
    throw refusal ?? .smallSide(limit: 1)
  }
}
