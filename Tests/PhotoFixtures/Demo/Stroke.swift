/// A straight, tapering brush stroke with round ends.
struct Stroke: Sendable {
  /// Pixels.
  var start: SIMD2<Float>
  var end: SIMD2<Float>
  /// Half the width at the start and at the end, in pixels.
  var radius: SIMD2<Float>
  var color: SIMD3<Float>

  init(_ start: SIMD2<Float>, _ end: SIMD2<Float>, _ radius: SIMD2<Float>, _ color: SIMD3<Float>) {
    self.start = start
    self.end = end
    self.radius = radius
    self.color = color
  }

  /// Paints the part of the stroke that lies in some rows.
  func paint(_ canvas: Canvas, rows: Range<Int>) {
    let reach = max(radius.x, radius.y) + 1
    let top = max(rows.lowerBound, Int(max(0, min(start.y, end.y) - reach)))
    let bottom = min(rows.upperBound - 1, Int(min(Float(canvas.height), max(start.y, end.y) + reach)))
    guard top <= bottom else { return }
    let path = end - start
    let square = max(1e-6, (path * path).sum())
    for y in top...bottom {
      // Only columns near the line are visited: a long slanting stroke has a large, empty box.
      let row = Float(y) + 0.5
      var low = min(start.x, end.x)
      var high = max(start.x, end.x)
      if abs(path.y) > 1 {
        let a = start.x + path.x * max(0, min(1, (row - reach - start.y) / path.y))
        let b = start.x + path.x * max(0, min(1, (row + reach - start.y) / path.y))
        low = min(a, b)
        high = max(a, b)
      }
      let left = max(0, Int(max(0, low - reach)))
      let right = min(canvas.width - 1, Int(min(Float(canvas.width), high + reach)))
      guard left <= right else { continue }
      for x in left...right {
        let point = SIMD2(Float(x) + 0.5, row) - start
        let t = max(0, min(1, (point * path).sum() / square))
        let offset = point - path * t
        let distance = (offset * offset).sum().squareRoot()
        let width = radius.x + (radius.y - radius.x) * t
        // A stroke thinner than a pixel covers it in part.
        let coverage = min(1, max(0, width - distance + 0.5)) * min(1, width * 2)
        if coverage > 0 { canvas.blend(color, coverage, at: y * canvas.width + x) }
      }
    }
  }
}
