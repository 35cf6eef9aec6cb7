/// The pixels of a PNG in any color type and depth, as its image data hold them.
public struct PNGPicture: Sendable, Hashable {
  /// PNG 3rd edition, table 8, by its number.
  public enum ColorType: UInt8, Sendable, Hashable, CaseIterable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgbAlpha = 6

    /// Samples a pixel.
    public var channelCount: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    }

    /// The depths that table 9 allows.
    public var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgbAlpha: [8, 16]
      }
    }
  }

  public let width: Int
  public let height: Int
  public let colorType: ColorType
  /// Bits a sample.
  public let bitDepth: Int
  /// `width * height` pixels with the channels of the color type, each below 2 to the power of the depth.
  public let samples: [UInt16]
  /// Whether the pixels come in the seven passes of Adam7.
  public var isInterlaced = false
  /// Whether each row takes the next of the five filters; else no row is filtered.
  public var isFiltered = false

  /// Asks `sample` for each sample, row by row from the top left; what does not fit the depth is cut off.
  public init(
    width: Int, height: Int, colorType: ColorType = .rgb, bitDepth: Int = 8,
    sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt16
  ) {
    self.width = width
    self.height = height
    self.colorType = colorType
    self.bitDepth = bitDepth
    let mask = UInt16(truncatingIfNeeded: 1 << bitDepth - 1)
    samples = (0..<height).flatMap { y in
      (0..<width).flatMap { x in (0..<colorType.channelCount).map { sample(x, y, $0) & mask } }
    }
  }

  /// A raster as 8-bit RGB.
  public init(_ raster: Raster) {
    self.init(width: raster.width, height: raster.height) { x, y, channel in
      UInt16(raster.rgb[(y * raster.width + x) * 3 + channel])
    }
  }

  /// Where the passes of Adam7 start and how far apart their pixels lie (§8.1).
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  /// The rows with their filter bytes, not yet packed.
  public var rows: [UInt8] {
    let grids = isInterlaced ? Self.passes : [(0, 0, 1, 1)]
    var result: [UInt8] = []
    for (left, top, across, down) in grids where left < width && top < height {
      var previous: [UInt8]?
      for (number, y) in stride(from: top, to: height, by: down).enumerated() {
        let row = packedRow(stride(from: left, to: width, by: across).map { ($0, y) })
        let filter = isFiltered ? UInt8(number % 5) : 0
        result.append(filter)
        result += filtered(row, above: previous ?? [UInt8](repeating: 0, count: row.count), by: filter)
        previous = row
      }
    }
    return result
  }

  /// The samples of some pixels, the first in the highest bits, the last byte filled up with zeros.
  private func packedRow(_ pixels: [(Int, Int)]) -> [UInt8] {
    let channels = colorType.channelCount
    var row: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for (x, y) in pixels {
      for channel in 0..<channels {
        bits = bits << bitDepth | Int(samples[(y * width + x) * channels + channel])
        bitCount += bitDepth
        while bitCount >= 8 {
          bitCount -= 8
          row.append(UInt8(truncatingIfNeeded: bits >> bitCount))
          bits &= (1 << bitCount) - 1
        }
      }
    }
    if bitCount > 0 { row.append(UInt8(truncatingIfNeeded: bits << (8 - bitCount))) }
    return row
  }

  /// §9.2: what is left of each byte after a prediction from those left of it and above.
  private func filtered(_ row: [UInt8], above: [UInt8], by filter: UInt8) -> [UInt8] {
    let step = max(1, colorType.channelCount * bitDepth / 8)
    return row.indices.map { index in
      let left = index >= step ? Int(row[index - step]) : 0
      let up = Int(above[index])
      let corner = index >= step ? Int(above[index - step]) : 0
      let prediction =
        switch filter {
        case 1: left
        case 2: up
        case 3: (left + up) / 2
        case 4: Self.paeth(left, up, corner)
        default: 0
        }
      return row[index] &- UInt8(truncatingIfNeeded: prediction)
    }
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let estimate = left + up - corner
    let distances = [abs(estimate - left), abs(estimate - up), abs(estimate - corner)]
    if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
    return distances[1] <= distances[2] ? up : corner
  }
}
