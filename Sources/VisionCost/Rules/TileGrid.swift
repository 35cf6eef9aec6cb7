/// A number of tiles side by side and one above another.
struct TileGrid: Hashable, Sendable {
  let columns: Int
  let rows: Int

  var count: Int { columns * rows }

  /// Every grid of at most `maximum` tiles, narrow ones first, as `get_all_supported_aspect_ratios` lists them.
  static func all(upTo maximum: Int) -> [TileGrid] {
    (1...maximum).flatMap { columns in
      (1...maximum).filter { columns * $0 <= maximum }.map { TileGrid(columns: columns, rows: $0) }
    }
  }

  /// ``all(upTo:)`` with fewer tiles first.
  static func bySize(upTo maximum: Int) -> [TileGrid] {
    let grids = all(upTo: maximum)
    return (1...maximum).flatMap { count in grids.filter { $0.count == count } }
  }

  /// By how much a picture is scaled so that it fits into the grid.
  func scale(of size: PictureSize, tile: Int) -> Double {
    min(
      Double(columns * tile) / Double(size.width), Double(rows * tile) / Double(size.height))
  }
}

extension [TileGrid] {
  /// The grid that keeps the most pixels of a picture, and of those the smallest: `select_best_resolution` of LLaVA.
  func best(for size: PictureSize, tile: Int) -> TileGrid {
    var best = TileGrid(columns: 1, rows: 1)
    var (mostKept, leastWasted) = (-1, Int.max)
    for grid in self {
      let scale = grid.scale(of: size, tile: tile)
      let scaled = Int(Double(size.width) * scale) * Int(Double(size.height) * scale)
      let kept = Swift.min(scaled, size.width * size.height)
      let wasted = grid.count * tile * tile - kept
      if kept > mostKept || (kept == mostKept && wasted < leastWasted) {
        (best, mostKept, leastWasted) = (grid, kept, wasted)
      }
    }
    return best
  }

  /// The grid whose shape is nearest to the picture's. Of two that are equally near, the later is taken if the picture
  /// has more than half its pixels: `find_closest_aspect_ratio` of InternVL.
  func nearest(to size: PictureSize, tile: Int) -> TileGrid {
    let aspect = Double(size.width) / Double(size.height)
    var best = TileGrid(columns: 1, rows: 1)
    var least = Double.infinity
    for grid in self {
      let distance = abs(aspect - Double(grid.columns) / Double(grid.rows))
      let isLargeEnough = size.width * size.height * 2 > tile * tile * grid.count
      if distance < least || (distance == least && isLargeEnough) { (best, least) = (grid, distance) }
    }
    return best
  }
}
