import Dispatch

/// A picture while it is painted: linear light in three channels, and how far away each pixel is.
///
/// - Note: `@unchecked Sendable` is safe because ``concurrently(_:_:)`` gives each worker lines of its
///   own to write, and returns when all of them are done.
final class Canvas: @unchecked Sendable {
  let width: Int
  let height: Int
  /// Red, green and blue, 1 for paper white; the fourth number is the distance in kilometers.
  let pixels: UnsafeMutableBufferPointer<SIMD4<Float>>

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: SIMD4(0, 0, 0, .infinity))
  }

  deinit { pixels.deallocate() }

  /// The size of the unit of scene coordinates in pixels.
  var unit: Float { Float(height) }

  /// The horizontal scene coordinate of a column: 0 in the middle, in units of the height.
  func u(_ x: Int) -> Float { (Float(x) + 0.5 - Float(width) / 2) / unit }

  /// The vertical scene coordinate of a row: 0 at the top, 1 at the bottom.
  func v(_ y: Int) -> Float { (Float(y) + 0.5) / unit }

  /// The column of a scene coordinate, in fractions of pixels.
  func column(_ u: Float) -> Float { u * unit + Float(width) / 2 }

  /// Calls `body` for bands of a range, on all cores.
  static func concurrently(_ range: Range<Int>, _ body: @Sendable (Range<Int>) -> Void) {
    // More bands than cores, because some parts of the scene are dearer than others.
    let bands = min(24, range.count)
    guard bands > 0 else { return }
    DispatchQueue.concurrentPerform(iterations: bands) { band in
      let start = range.lowerBound + range.count * band / bands
      let end = range.lowerBound + range.count * (band + 1) / bands
      body(start..<end)
    }
  }

  /// Lays `color` over a pixel.
  func blend(_ color: SIMD3<Float>, _ coverage: Float, at index: Int) {
    let under = pixels[index]
    let over = SIMD4(color, under.w)
    pixels[index] = under + (over - under) * coverage
  }

  /// Light between pixels of the first `rows` rows; what lies outside is taken from the edge.
  func sample(_ x: Float, _ y: Float, rows: Int) -> SIMD3<Float> {
    let left = max(0, min(Float(width - 1), x))
    let top = max(0, min(Float(rows - 1), y))
    let x0 = Int(left)
    let y0 = Int(top)
    let x1 = min(width - 1, x0 + 1)
    let y1 = min(rows - 1, y0 + 1)
    let dx = left - Float(x0)
    let dy = top - Float(y0)
    let upper = pixels[y0 * width + x0] * (1 - dx) + pixels[y0 * width + x1] * dx
    let lower = pixels[y1 * width + x0] * (1 - dx) + pixels[y1 * width + x1] * dx
    let light = upper * (1 - dy) + lower * dy
    return SIMD3(light.x, light.y, light.z)
  }
}
