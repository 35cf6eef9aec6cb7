/// A picture in memory: 8-bit RGB, rows from the top, pixels from the left, no padding.
public struct Raster: Hashable, Sendable {
  /// One pixel, 0 to 255 a channel.
  public struct Color: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    public static let black = Color(0, 0, 0)
    public static let white = Color(255, 255, 255)
  }

  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// `width * height * 3` samples: red, green, blue.
  public var rgb: [UInt8]

  /// Takes samples that exist already.
  ///
  /// - Precondition: `rgb` has `width * height * 3` samples.
  public init(width: Int, height: Int, rgb: [UInt8]) {
    precondition(rgb.count == width * height * 3, "a raster of \(width)x\(height) has another size")
    self.width = width
    self.height = height
    self.rgb = rgb
  }

  /// Asks `color` for each pixel, row by row from the top left.
  public init(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> Color) {
    self.width = width
    self.height = height
    rgb = []
    rgb.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = color(x, y)
        rgb.append(pixel.red)
        rgb.append(pixel.green)
        rgb.append(pixel.blue)
      }
    }
  }

  /// The pixel in column `x` of row `y`.
  public subscript(x: Int, y: Int) -> Color {
    get {
      let index = (y * width + x) * 3
      return Color(rgb[index], rgb[index + 1], rgb[index + 2])
    }
    set {
      let index = (y * width + x) * 3
      rgb[index] = newValue.red
      rgb[index + 1] = newValue.green
      rgb[index + 2] = newValue.blue
    }
  }
}
