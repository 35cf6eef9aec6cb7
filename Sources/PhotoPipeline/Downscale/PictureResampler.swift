import PixelKernels

/// Resamples the planes of a picture together, while it is decoded.
///
/// Chroma stays in its plane: each plane is resampled straight from its own grid to the grid that it
/// has in the result, so nothing is upsampled or converted in between.
final class PictureResampler {
  /// The size of the result before it is turned, in pixels.
  let size: PixelSize
  let layout: SmallPicture.Layout
  private let source: PictureLayout
  private let planes: [PlaneResampler]
  /// Rows of each plane in one step: the fewest that keep the planes in step.
  private let stepRows: [Int]

  /// - Parameters:
  ///   - longEdge: The longest side of the upright result in pixels.
  ///   - convertsColors: Whether colors will be converted, which needs chroma for each pixel.
  init(_ source: PictureLayout, longEdge: Int, turn: PictureTurn, convertsColors: Bool = false) {
    let stored = source.size
    let size = turn.turned(turn.turned(stored).downscaled(toLongEdge: longEdge))
    let layout = SmallPicture.Layout(of: source.color, convertsColors: convertsColors)
    self.source = source
    self.size = size
    self.layout = layout
    let sizes = layout.planeSizes(of: size)
    var planes: [PlaneResampler] = []
    for (index, plane) in source.planes.enumerated() {
      // Cb and Cr have one geometry in any file that a camera writes.
      let divisor = layout.divisors[index]
      if index > 1, divisor == layout.divisors[index - 1], plane.hasGrid(of: source.planes[index - 1]) {
        planes.append(planes[index - 1])
        continue
      }
      planes.append(
        PlaneResampler(
          horizontal: Self.axis(
            from: stored.width, to: size.width, divisor: divisor, outputCount: sizes[index].width,
            inputCount: plane.width,
            pixelsPerSample: plane.pixelsPerSample,
            isMirrored: turn.mirrorsColumns, multiple: Int(PK_HORIZONTAL_BLOCK)),
          vertical: Self.axis(
            from: stored.height, to: size.height, divisor: divisor, outputCount: sizes[index].height,
            inputCount: plane.height,
            pixelsPerSample: plane.pixelsPerSampleDown,
            isMirrored: turn.mirrorsRows, multiple: 2)))
    }
    self.planes = planes
    stepRows = layout.divisors.map { 2 / $0 }
  }

  /// The filter of one plane along one direction.
  ///
  /// The grids of luma and chroma share their outer edge (JFIF 1.02: chroma samples are centred
  /// between the luma samples), so the ratio comes from the picture, not from the planes, whose sizes
  /// are rounded up. Where an odd side is mirrored, the edge that they share lies on the other side:
  /// the first chroma sample of the stored order then begins one pixel before the picture.
  private static func axis(
    from input: Int, to output: Int, divisor: Int, outputCount: Int, inputCount: Int,
    pixelsPerSample: Double, isMirrored: Bool, multiple: Int
  ) -> ResamplingAxis {
    let ratio = Double(input) / Double(output)
    let overhang = isMirrored ? outputCount * divisor - output : 0
    return ResamplingAxis(
      inputCount: inputCount, outputCount: outputCount,
      scale: ratio * Double(divisor) / pixelsPerSample,
      offset: -Double(overhang) * ratio / pixelsPerSample, multiple: multiple)
  }

  /// Resamples the whole picture.
  ///
  /// - Parameters:
  ///   - feed: Brings the rows of the source into `window`, which has room for ``windowCapacity`` groups.
  ///   - target: Gives the group that the rows of group `index` are written to.
  ///   - finish: Takes that group when it is full.
  func run(
    _ feed: any RowGroupFeed, _ window: RowWindow, target: (_ index: Int) -> RowGroup,
    finish: (RowGroup) throws -> Void
  ) throws {
    for index in 0..<JPEGGrid.groupCount(height: size.height) {
      let group = target(index)
      for step in 0..<JPEGGrid.groupRows / 2 {
        let step = index * (JPEGGrid.groupRows / 2) + step
        guard let groups = neededGroups(in: step) else { break }
        feed.release(before: groups.lowerBound)
        try feed.require(groups.upperBound)
        for (plane, resampler) in planes.enumerated() {
          for row in rows(of: plane, in: step) {
            let target = group.planes[plane]
            resampler.writeRow(row, from: window.planes[plane], to: target.row(row % target.rows))
          }
        }
      }
      try finish(group)
    }
    // The rows at the bottom that no filter reached still have to be there.
    feed.release(before: source.groupCount - 1)
    try feed.require(source.groupCount - 1)
  }

  /// The rows of `plane` that step `step` writes.
  private func rows(of plane: Int, in step: Int) -> Range<Int> {
    let height = planes[plane].vertical.outputCount
    let first = min(step * stepRows[plane], height)
    return first..<min(first + stepRows[plane], height)
  }

  /// The first and the last group of the source that step `step` reads; `nil` behind the last step.
  private func neededGroups(in step: Int) -> ClosedRange<Int>? {
    var first = Int.max
    var last = -1
    for (plane, resampler) in planes.enumerated() {
      let groupRows = source.planes[plane].groupRows
      for row in rows(of: plane, in: step) {
        let input = resampler.inputRows(for: row)
        first = min(first, input.lowerBound / groupRows)
        last = max(last, (input.upperBound - 1) / groupRows)
      }
    }
    return first <= last ? first...last : nil
  }

  /// Checks the memory that resampling takes: a window of the source and, where the picture must be
  /// turned, the whole result.
  func check(_ limits: PhotoPreparer.Limits, file: String) throws(PhotoPreparer.Error) {
    let group = source.planes.reduce(0) { $0 + $1.groupWidth * $1.groupRows }
    let bytes = group * windowCapacity + layout.byteCount(of: size)
    guard bytes <= limits.memory else {
      throw .tooLarge(
        file: file,
        reason: "resampling needs \(bytes >> 20) MiB, the limit is \(limits.memory >> 20) MiB")
    }
  }

  /// The most groups that any step reads.
  private(set) lazy var windowCapacity = (0..<(size.height + 1) / 2).reduce(1) {
    max($0, neededGroups(in: $1)?.count ?? 0)
  }
}
