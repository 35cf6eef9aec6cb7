import PixelKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The Lanczos-3 filter along one direction: for each output sample, which input samples it is made of
/// and how much of each.
///
/// Position 0 is the outer edge of the first sample and position `inputCount` that of the last. When
/// samples become fewer the filter is widened by the ratio, so that what the result cannot show is
/// removed instead of folded into it. At the edges only samples of the picture count, and the
/// coefficients are scaled to sum up to one.
struct ResamplingAxis: Sendable {
  /// The number of lobes on each side of the Lanczos-3 kernel.
  private static let lobes = 3.0

  let inputCount: Int
  let outputCount: Int
  /// The first input sample of each output sample.
  let starts: [Int32]
  /// One more than the last input sample of each output sample.
  let ends: [Int32]
  /// Coefficients of each output sample: the longest filter, rounded up to `multiple`.
  let tapCount: Int
  /// Input samples for one output sample.
  private let scale: Double
  /// Where the outer edge of output sample 0 lies in the input.
  private let offset: Double
  /// Whether each output sample is the input sample of the same index.
  let isIdentity: Bool

  /// - Parameters:
  ///   - scale: Input samples for one output sample.
  ///   - offset: Where the outer edge of output sample 0 lies in the input, in input samples.
  ///   - multiple: The number of coefficients of one output sample becomes a multiple of this.
  init(inputCount: Int, outputCount: Int, scale: Double, offset: Double = 0, multiple: Int) {
    self.inputCount = inputCount
    self.outputCount = outputCount
    self.scale = scale
    self.offset = offset
    isIdentity = inputCount == outputCount && scale == 1 && offset == 0
    let stretch = max(scale, 1)
    let support = Self.lobes * stretch
    var starts: [Int32] = []
    var ends: [Int32] = []
    starts.reserveCapacity(outputCount)
    ends.reserveCapacity(outputCount)
    var longest = 1
    for index in 0..<outputCount {
      let center = (Double(index) + 0.5) * scale + offset
      // Samples whose centre, k + 0.5, lies inside the support; at least the nearest one.
      let nearest = min(max(Int(center.rounded(.down)), 0), inputCount - 1)
      let start = min(max(Int((center - support - 0.5).rounded(.down)) + 1, 0), nearest)
      let end = max(min(Int((center + support - 0.5).rounded(.up)), inputCount), nearest + 1)
      starts.append(Int32(start))
      ends.append(Int32(end))
      longest = max(longest, end - start)
    }
    tapCount = (longest + multiple - 1) / multiple * multiple
    self.starts = starts
    self.ends = ends
  }

  /// Computes the coefficients: `outputCount` times ``tapCount`` of them with 14 fractional bits; unused
  /// ones are 0.
  func coefficients() -> [Int16] {
    let stretch = max(scale, 1)
    var weights = [Double](repeating: 0, count: tapCount)
    var coefficients = [Int16](repeating: 0, count: outputCount * tapCount)
    for index in 0..<outputCount {
      let center = (Double(index) + 0.5) * scale + offset
      let count = Int(ends[index] - starts[index])
      let first = (Double(starts[index]) + 0.5 - center) / stretch
      Self.fill(&weights, count: count, first: first, step: 1 / stretch)
      Self.quantize(weights, count: count, into: &coefficients, at: index * tapCount)
    }
    return coefficients
  }

  /// Evaluates the kernel at `first`, `first + step` and so on.
  ///
  /// sinc(x) sinc(x/3) needs two sines for each sample; both angles advance by constants, so they are
  /// turned as unit vectors instead. The error after a thousand turns is below 1e-12.
  private static func fill(_ weights: inout [Double], count: Int, first: Double, step: Double) {
    var angle = UnitVector(angle: .pi * first)
    var slow = UnitVector(angle: .pi * first / lobes)
    let turn = UnitVector(angle: .pi * step)
    let slowTurn = UnitVector(angle: .pi * step / lobes)
    for k in 0..<count {
      let x = first + Double(k) * step
      if abs(x) < 1e-6 {
        weights[k] = 1
      } else if abs(x) >= lobes {
        weights[k] = 0
      } else {
        weights[k] = lobes * angle.sine * slow.sine / (.pi * .pi * x * x)
      }
      angle.turn(by: turn)
      slow.turn(by: slowTurn)
    }
  }

  /// Rounds the weights to 14 fractional bits so that they sum up to exactly one: an even area keeps
  /// its value. What rounding takes from one coefficient is given to the next.
  private static func quantize(
    _ weights: [Double], count: Int, into coefficients: inout [Int16], at base: Int
  ) {
    var sum = 0.0
    for k in 0..<count { sum += weights[k] }
    // Far outside the picture the sum can vanish; the nearest sample is all there is then.
    guard abs(sum) > 1e-3 else {
      coefficients[base + (weights[0].magnitude >= weights[count - 1].magnitude ? 0 : count - 1)] =
        Int16(PK_COEFFICIENT_ONE)
      return
    }
    let unit = Double(PK_COEFFICIENT_ONE) / sum
    // A partial sum of the kernel's integral stays within ±1.2; this is far outside.
    let bias = Double(1 << 20)
    var exact = 0.0
    var rounded = 0
    for k in 0..<count {
      exact += weights[k] * unit
      // Rounded by way of a positive number: the processor truncates, and rounding is a call.
      let next = Int(exact + bias + 0.5) - Int(bias)
      coefficients[base + k] = Int16(truncatingIfNeeded: next - rounded)
      rounded = next
    }
  }
}

/// A point on the unit circle, turned by multiplication.
private struct UnitVector {
  var cosine: Double
  var sine: Double

  init(angle: Double) {
    cosine = cos(angle)
    sine = sin(angle)
  }

  mutating func turn(by other: UnitVector) {
    (cosine, sine) = (
      cosine * other.cosine - sine * other.sine, sine * other.cosine + cosine * other.sine
    )
  }
}
