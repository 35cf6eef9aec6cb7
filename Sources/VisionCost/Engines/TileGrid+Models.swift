extension TileGrid {
  /// Every grid of at most `side` columns and rows.
  static func square(of side: Int) -> [TileGrid] {
    (1...side).flatMap { columns in (1...side).map { TileGrid(columns: columns, rows: $0) } }
  }

  /// `image_grid_pinpoints` of LLaVA-1.6.
  static let llava = grids([(2, 1), (1, 2), (2, 2), (1, 3), (3, 1)])

  /// `candidate_resolutions` of DeepSeek-VL2. Of two that keep as much, the first is taken.
  static let deepSeek = grids([
    (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (2, 2), (1, 5), (5, 1), (1, 6), (6, 1), (2, 3),
    (3, 2), (1, 7), (7, 1), (1, 8), (8, 1), (2, 4), (4, 2), (1, 9), (9, 1), (3, 3),
  ])

  private static func grids(_ pairs: [(columns: Int, rows: Int)]) -> [TileGrid] {
    pairs.map { TileGrid(columns: $0.columns, rows: $0.rows) }
  }
}
