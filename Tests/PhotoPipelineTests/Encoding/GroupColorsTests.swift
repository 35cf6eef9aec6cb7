import Foundation
import PhotoFixtures
import PixelKernels
import Testing

@testable import PhotoPipeline

/// What row groups become on their way to the encoder, against the formulas of the standards.
@Suite("Colors of row groups")
struct GroupColorsTests {
  /// A group of random samples of a picture of `size`, which is at most 16 rows high.
  private func group(_ color: PictureLayout.Color, _ size: PixelSize) throws -> SmallPicture {
    let layout = SmallPicture.Layout(of: color, convertsColors: true)
    let picture = try SmallPicture(size: size, layout: layout, groups: 1)
    var random = SplitMix64(seed: 3)
    for index in layout.divisors.indices {
      for y in 0..<size.height {
        for x in 0..<size.width {
          picture.plane(index).row(y)[x] = UInt8(truncatingIfNeeded: random.next())
        }
      }
    }
    return picture
  }

  private func pixel(_ picture: SmallPicture, _ x: Int, _ y: Int) -> [Double] {
    picture.group(0).planes.map { Double($0.row(y)[x]) }
  }

  private static let sizes = [(1, 1), (2, 2), (7, 5), (33, 16), (64, 15)]
    .map { PixelSize(width: $0, height: $1) }
  static let codings = [
    LumaChromaCoding.jfif, .init(red: 0.2126, blue: 0.0722, isFullRange: true),
    .init(red: 0.299, blue: 0.114, isFullRange: false), .init(red: 0.2627, blue: 0.0593, isFullRange: false),
  ]

  @Test("Luma and chroma of any matrix and range become RGB", arguments: codings)
  func matrix(coding: LumaChromaCoding) throws {
    let green = 1 - coding.red - coding.blue
    for size in Self.sizes {
      let picture = try group(.coded(coding), size)
      let before = (0..<size.height).map { y in (0..<size.width).map { pixel(picture, $0, y) } }
      let colors = try GroupColors(.coded(coding), size: size, conversion: nil)
      colors.convert(picture.group(0), rows: size.height)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let stored = before[y][x]
          // ITU-T H.273 equations 17 to 24 and 38 to 40, solved for R, G and B.
          let luma = coding.isFullRange ? stored[0] : (stored[0] - 16) * 255 / 219
          let chroma = stored[1...2].map { ($0 - 128) * (coding.isFullRange ? 1 : 255.0 / 224) }
          let red = luma + 2 * (1 - coding.red) * chroma[1]
          let blue = luma + 2 * (1 - coding.blue) * chroma[0]
          let expected = [red, (luma - coding.red * red - coding.blue * blue) / green, blue]
          for (found, exact) in zip(pixel(picture, x, y), expected) {
            #expect(abs(found - min(max(exact, 0), 255)) <= 0.51)
          }
        }
      }
    }
  }

  @Test("RGB becomes luma, and chroma of the mean of 2 x 2 pixels, also at odd edges")
  func encodable() throws {
    for size in Self.sizes {
      let picture = try group(.rgb, size)
      let colors = try GroupColors(.rgb, size: size, conversion: nil)
      let encoded = colors.encodable(picture.group(0), rows: size.height)
      #expect(encoded.planes.map(\.width) == [size.width, (size.width + 1) / 2, (size.width + 1) / 2])
      for y in 0..<size.height {
        for x in 0..<size.width {
          let rgb = pixel(picture, x, y)
          let luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
          #expect(abs(Double(encoded.planes[0].row(y)[x]) - luma) <= 0.51)
        }
      }
      for y in stride(from: 0, to: size.height, by: 2) {
        for x in stride(from: 0, to: size.width, by: 2) {
          var mean = [0.0, 0, 0]
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let rgb = pixel(picture, min(x + dx, size.width - 1), min(y + dy, size.height - 1))
            for index in 0..<3 { mean[index] += rgb[index] / 4 }
          }
          let blue = 128 - 0.168736 * mean[0] - 0.331264 * mean[1] + 0.5 * mean[2]
          let red = 128 + 0.5 * mean[0] - 0.418688 * mean[1] - 0.081312 * mean[2]
          #expect(abs(Double(encoded.planes[1].row(y / 2)[x / 2]) - blue) <= 0.51)
          #expect(abs(Double(encoded.planes[2].row(y / 2)[x / 2]) - red) <= 0.51)
        }
      }
    }
  }

  @Test("Without a conversion gray, and luma with chroma of JFIF, stay what they are")
  func untouched() throws {
    for color in [PictureLayout.Color.gray, .yCbCr] {
      let size = PixelSize(width: 20, height: 16)
      let picture = try SmallPicture(
        size: size, layout: .init(of: color, convertsColors: false), groups: 1)
      picture.plane(0).row(3)[4] = 77
      let colors = try GroupColors(color, size: size, conversion: nil)
      let group = picture.group(0)
      colors.convert(group, rows: 16)
      #expect(colors.layout == nil)
      #expect(colors.encodable(group, rows: 16).planes.map(\.base) == group.planes.map(\.base))
      #expect(picture.plane(0).row(3)[4] == 77)
    }
  }

  @Test("Every implementation of the kernels gives the same samples")
  func implementations() throws {
    var count = 0
    let available = try #require(pk_available_colors(&count))
    let size = PixelSize(width: 33, height: 15)
    let results = try (0..<count).map { index in
      let picture = try group(.ycck, size)
      let colors = try GroupColors(.ycck, size: size, conversion: nil, kernels: available[index])
      colors.convert(picture.group(0), rows: size.height)
      let encoded = colors.encodable(picture.group(0), rows: size.height)
      return encoded.planes.map { plane in
        (0..<(plane.rows == 16 ? 15 : 8)).map { row in
          Array(UnsafeBufferPointer(start: plane.row(row), count: plane.width))
        }
      }
    }
    #expect(results.allSatisfy { $0 == results[0] })
  }
}
