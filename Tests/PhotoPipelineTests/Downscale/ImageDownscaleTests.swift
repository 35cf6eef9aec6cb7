import Foundation
import PhotoFixtures
import PhotoPipeline
import Testing

@Suite("Target size")
struct ImageDownscaleTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let size: CGSize
    var longEdge: CGFloat = ImageDownscale.longEdge
    let expected: CGSize
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "landscape", size: CGSize(width: 4032, height: 3024), expected: CGSize(width: 2048, height: 1536)),
    Case(
      name: "portrait", size: CGSize(width: 3024, height: 4032), expected: CGSize(width: 1536, height: 2048)),
    Case(
      name: "square", size: CGSize(width: 3264, height: 3264), expected: CGSize(width: 2048, height: 2048)),
    Case(
      name: "already small", size: CGSize(width: 1200, height: 900),
      expected: CGSize(width: 1200, height: 900)),
    Case(
      name: "exactly 2048", size: CGSize(width: 2048, height: 1536),
      expected: CGSize(width: 2048, height: 1536)),
    Case(
      name: "one pixel more", size: CGSize(width: 2049, height: 1537),
      expected: CGSize(width: 2048, height: 1536)),
    Case(
      name: "2049 square", size: CGSize(width: 2049, height: 2049),
      expected: CGSize(width: 2048, height: 2048)),
    Case(name: "one pixel", size: CGSize(width: 1, height: 1), expected: CGSize(width: 1, height: 1)),
    Case(name: "one row", size: CGSize(width: 10000, height: 1), expected: CGSize(width: 2048, height: 1)),
    Case(name: "one column", size: CGSize(width: 1, height: 10000), expected: CGSize(width: 1, height: 2048)),
    Case(
      name: "extreme ratio", size: CGSize(width: 65500, height: 15), expected: CGSize(width: 2048, height: 1)),
    Case(
      name: "panorama", size: CGSize(width: 16382, height: 3690), expected: CGSize(width: 2048, height: 461)),
    Case(
      name: "half rounds up", size: CGSize(width: 4096, height: 3),
      expected: CGSize(width: 2048, height: 2)),
    Case(
      name: "another edge", size: CGSize(width: 4032, height: 3024), longEdge: 1568,
      expected: CGSize(width: 1568, height: 1176)),
    Case(
      name: "an edge between pixels", size: CGSize(width: 400, height: 300), longEdge: 100.7,
      expected: CGSize(width: 100, height: 75)),
    Case(
      name: "an edge below one pixel", size: CGSize(width: 400, height: 300), longEdge: 0.5,
      expected: CGSize(width: 1, height: 1)),
    Case(
      name: "an infinite edge", size: CGSize(width: 4032, height: 3024), longEdge: .infinity,
      expected: CGSize(width: 4032, height: 3024)),
  ]

  @Test("Fits into the long edge and keeps the shape", arguments: cases)
  func fits(_ item: Case) {
    #expect(ImageDownscale.targetSize(for: item.size, longEdge: item.longEdge) == item.expected)
  }

  @Test(
    "A side that is no length is returned as it came",
    arguments: [0, -1, -4032, CGFloat.nan, .infinity, -.infinity], [4032, 0, CGFloat.nan])
  func returnsNonsense(_ side: CGFloat, _ other: CGFloat) {
    for size in [CGSize(width: side, height: other), CGSize(width: other, height: side)] {
      let result = ImageDownscale.targetSize(for: size)
      // Not ==: NaN differs from itself.
      #expect(result.width.description == size.width.description)
      #expect(result.height.description == size.height.description)
    }
  }

  @Test("An edge that is no length leaves the size as it came", arguments: [0, -2048, CGFloat.nan])
  func ignoresNonsenseEdge(_ edge: CGFloat) {
    let size = CGSize(width: 4032, height: 3024)
    #expect(ImageDownscale.targetSize(for: size, longEdge: edge) == size)
  }

  @Test("Holds its promises for any picture")
  func holdsForRandomSizes() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let size = CGSize(
        width: Int.random(in: 1...(1 << Int.random(in: 1...17, using: &random)), using: &random),
        height: Int.random(in: 1...(1 << Int.random(in: 1...17, using: &random)), using: &random))
      let edge = CGFloat(Int.random(in: 1...4096, using: &random))
      let result = ImageDownscale.targetSize(for: size, longEdge: edge)
      let about: Comment = "seed \(seed): \(size) to \(edge) gave \(result)"
      #expect(result.width <= size.width && result.height <= size.height, about)
      #expect(max(result.width, result.height) <= max(edge, 1), about)
      #expect(result.width >= 1 && result.height >= 1, about)
      #expect(result.width == result.width.rounded() && result.height == result.height.rounded(), about)
      let scale = min(1, edge / max(size.width, size.height))
      #expect(abs(result.width - max(1, size.width * scale)) <= 0.5 + 1e-9, about)
      #expect(abs(result.height - max(1, size.height * scale)) <= 0.5 + 1e-9, about)
      #expect(ImageDownscale.targetSize(for: result, longEdge: edge) == result, about)
    }
  }
}
