/// Sides rounded to whole cells, then an area between two bounds: `smart_resize` of Qwen2-VL and of those that took it
/// over. It is `calc_size_preserved_ratio` in llama.cpp and `targetSize` in mlx-swift-lm.
struct SmartResize: TokenRule {
  /// The side of a cell in pixels, a token each.
  let cell: Int
  /// Pixels of a picture of one frame.
  let pixels: ClosedRange<Int>
  let rounding: TieRounding
  /// How often a still picture counts in `pixels`: twice where it is taken for a movie of two frames.
  var frames = 1
  /// Whether a picture with a side below a cell is enlarged first.
  var enlargesSlivers = false

  func reading(of size: PictureSize) -> PictureReading {
    let grid = grid(of: size)
    return PictureReading(tokens: grid.columns * grid.rows, isShrunk: grid.isShrunk)
  }

  func grid(of size: PictureSize) -> (columns: Int, rows: Int, isShrunk: Bool) {
    var width = Double(size.width)
    var height = Double(size.height)
    let side = Double(cell)
    if enlargesSlivers, min(width, height) < side {
      let scale = max(side / width, side / height)
      (width, height) = ((width * scale).rounded(.down), (height * scale).rounded(.down))
    }
    // The engines that round away from zero also keep one cell at least; the others let a sliver become
    // nothing here, which the lower bound then enlarges.
    let least = rounding == .toEven ? 0 : 1
    let columns = max(least, rounding(width / side))
    let rows = max(least, rounding(height / side))
    let area = columns * rows * cell * cell * frames
    let original = width * height * Double(frames)
    if area > pixels.upperBound {
      let scale = (original / Double(pixels.upperBound)).squareRoot()
      let columns = Int((width / scale / side).rounded(.down))
      return (max(1, columns), max(1, Int((height / scale / side).rounded(.down))), true)
    }
    if area < pixels.lowerBound {
      let scale = (Double(pixels.lowerBound) / original).squareRoot()
      return (Int((width * scale / side).rounded(.up)), Int((height * scale / side).rounded(.up)), false)
    }
    return (columns, rows, false)
  }
}
