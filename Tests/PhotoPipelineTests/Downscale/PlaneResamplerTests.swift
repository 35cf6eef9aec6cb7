import Foundation
import PhotoFixtures
import PixelKernels
import Testing

@testable import PhotoPipeline

@Suite("Resampling")
struct PlaneResamplerTests {
  struct Shape: CustomTestStringConvertible {
    let input: Int
    let output: Int
    var scale: Double?
    var offset = 0.0
    var testDescription: String { "\(input) to \(output), offset \(offset)" }
  }

  static let shapes = [
    Shape(input: 4032, output: 2048), Shape(input: 3264, output: 2048), Shape(input: 97, output: 96),
    Shape(input: 100, output: 1), Shape(input: 1, output: 1), Shape(input: 2, output: 1),
    Shape(input: 50, output: 50), Shape(input: 31, output: 60), Shape(input: 1, output: 3),
    Shape(input: 500, output: 17, offset: -13.5), Shape(input: 24, output: 12, scale: 1.97, offset: -0.985),
  ]

  /// One sample of the same filter, from its definition and in double precision.
  private func reference(_ index: Int, _ shape: Shape, _ sample: (Int) -> Double) -> Double {
    let scale = shape.scale ?? Double(shape.input) / Double(shape.output)
    let stretch = max(scale, 1)
    let center = (Double(index) + 0.5) * scale + shape.offset
    let first = max(0, Int(center - 3 * stretch) - 2)
    let last = min(shape.input - 1, Int(center + 3 * stretch) + 2)
    var sum = 0.0
    var total = 0.0
    for k in first...max(first, last) {
      let x = (Double(k) + 0.5 - center) / stretch
      let weight = abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0
      sum += weight * sample(k)
      total += weight
    }
    return sum / total
  }

  private func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }

  private func axis(_ shape: Shape, multiple: Int) -> ResamplingAxis {
    ResamplingAxis(
      inputCount: shape.input, outputCount: shape.output,
      scale: shape.scale ?? Double(shape.input) / Double(shape.output), offset: shape.offset,
      multiple: multiple)
  }

  @Test("Coefficients sum up to one and reach only into the picture", arguments: shapes)
  func coefficientsSumToOne(_ shape: Shape) {
    let axis = axis(shape, multiple: 16)
    let all = axis.coefficients()
    #expect(axis.tapCount % 16 == 0)
    for index in 0..<shape.output {
      let coefficients = all[index * axis.tapCount..<(index + 1) * axis.tapCount]
      #expect(coefficients.reduce(0) { $0 + Int($1) } == Int(PK_COEFFICIENT_ONE))
      #expect(axis.starts[index] >= 0 && axis.ends[index] <= shape.input)
      let count = Int(axis.ends[index] - axis.starts[index])
      #expect(count >= 1)
      #expect(coefficients.dropFirst(count).allSatisfy { $0 == 0 })
    }
  }

  @Test("Rows agree with Lanczos-3 in double precision", arguments: zip(shapes, shapes.reversed()))
  func agreesWithReference(_ across: Shape, _ down: Shape) throws {
    var random = SplitMix64(seed: UInt64(across.input * 10_007 + down.input))
    let window = try RowWindow(capacity: 1, planes: [(across.input, down.input)])
    let plane = window.planes[0]
    for y in 0..<down.input {
      for x in 0..<across.input { plane.row(y)[x] = UInt8.random(in: 0...255, using: &random) }
    }
    let resampler = PlaneResampler(horizontal: axis(across, multiple: 16), vertical: axis(down, multiple: 2))
    var out = [UInt8](repeating: 0, count: across.output)
    for y in stride(from: 0, to: down.output, by: max(1, down.output / 5)) {
      out.withUnsafeMutableBufferPointer { out in
        if let base = out.baseAddress { resampler.writeRow(y, from: plane, to: base) }
      }
      let column = (0..<across.input).map { x in reference(y, down) { Double(plane.row($0)[x]) } }
      for x in 0..<across.output {
        let expected = min(max(reference(x, across) { column[$0] }, 0), 255)
        #expect(abs(Double(out[x]) - expected) <= 0.75, "at \(x), \(y)")
      }
    }
  }
}
