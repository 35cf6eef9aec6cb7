import Foundation

extension Raster {
  /// How near two pictures of one size are, in dB over all samples; infinite if they are equal, `nil`
  /// if their sizes differ.
  public func peakSignalToNoise(_ other: Raster) -> Double? {
    guard width == other.width, height == other.height, !rgb.isEmpty else { return nil }
    var sum = 0
    for index in rgb.indices {
      let difference = Int(rgb[index]) - Int(other.rgb[index])
      sum += difference * difference
    }
    guard sum > 0 else { return .infinity }
    return 10 * log10(255 * 255 * Double(rgb.count) / Double(sum))
  }

  /// The mean color of a rectangle; use it where lossy coding moved single pixels.
  public func meanColor(x: Range<Int>, y: Range<Int>) -> Color {
    var sums = (red: 0, green: 0, blue: 0)
    for row in y {
      for column in x {
        let color = self[column, row]
        sums.red += Int(color.red)
        sums.green += Int(color.green)
        sums.blue += Int(color.blue)
      }
    }
    let count = max(1, x.count * y.count)
    return Color(UInt8(sums.red / count), UInt8(sums.green / count), UInt8(sums.blue / count))
  }

  /// The mean colors of the four quadrants' middles, in the order of ``cornerColors``.
  public func quadrantColors() -> [Color] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { column, row in
      // A sixteenth of each side around the middle of the quadrant, and a pixel where that is nothing.
      let x = min(width - 1, width * column / 4)
      let y = min(height - 1, height * row / 4)
      return meanColor(
        x: max(0, x - width / 32)..<min(width, x + width / 32 + 1),
        y: max(0, y - height / 32)..<min(height, y + height / 32 + 1))
    }
  }
}

extension Raster.Color {
  /// The greatest difference of a channel, 0 to 255.
  public func distance(to other: Raster.Color) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}
