/// As many slices as the area asks for, in the grid of the nearest shape, beside a view of the whole: MiniCPM-V.
struct SliceGrid: TokenRule {
  /// The side in pixels of a square with the area of a slice.
  let slice: Int
  let maximumSlices: Int
  let tokensPerView: Int

  func reading(of size: PictureSize) -> PictureReading {
    let area = size.width * size.height
    let ideal = dividedUp(area, slice * slice)
    let wanted = min(ideal, maximumSlices)
    guard wanted > 1 else { return PictureReading(tokens: tokensPerView, isShrunk: false) }
    let grid = grid(wanted, shape: Double(size.width) / Double(size.height))
    return PictureReading(
      tokens: tokensPerView * (1 + grid.count), isShrunk: area > grid.count * slice * slice)
  }

  private func grid(_ wanted: Int, shape: Double) -> TileGrid {
    var best = TileGrid(columns: 1, rows: 1)
    var least = Double.infinity
    for count in wanted - 1...wanted + 1 where count != 1 && count <= maximumSlices {
      for columns in 1...count where count.isMultiple(of: columns) {
        // The difference of the logarithms grows with the larger of the two quotients.
        let own = Double(columns) / Double(count / columns)
        let distance = max(shape / own, own / shape)
        if distance < least { (best, least) = (TileGrid(columns: columns, rows: count / columns), distance) }
      }
    }
    return best
  }
}
