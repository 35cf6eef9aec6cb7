/// Two-dimensional gradient noise and its fractal sums, the same on every platform for one seed.
struct GradientNoise: Sendable {
  /// 256 unit gradients for the corners of the lattice.
  private let gradients: [SIMD2<Float>]
  private let permutation: [UInt8]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var order = [UInt8](0...255)
    for index in stride(from: 255, to: 0, by: -1) {
      order.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
    permutation = order
    gradients = (0..<256).map { _ in
      // Rejection instead of sine and cosine, whose last bits differ between math libraries.
      while true {
        let bits = random.next()
        let x = Float(Int32(truncatingIfNeeded: bits >> 32)) / 2_147_483_648
        let y = Float(Int32(truncatingIfNeeded: bits)) / 2_147_483_648
        let square = x * x + y * y
        if square <= 1, square > 0.01 { return SIMD2(x, y) / square.squareRoot() }
      }
    }
  }

  /// About -0.7 to 0.7, zero at whole coordinates, smooth between them.
  func callAsFunction(_ x: Float, _ y: Float) -> Float {
    let floorX = x.rounded(.down)
    let floorY = y.rounded(.down)
    let column = Int(floorX)
    let row = Int(floorY)
    let dx = x - floorX
    let dy = y - floorY
    return permutation.withUnsafeBufferPointer { order in
      gradients.withUnsafeBufferPointer { table in
        func corner(_ i: Int, _ j: Int) -> Float {
          let hash = order[(Int(order[(column &+ i) & 255]) &+ row &+ j) & 255]
          let gradient = table[Int(hash)]
          return gradient.x * (dx - Float(i)) + gradient.y * (dy - Float(j))
        }
        let u = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
        let v = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
        let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u
        let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u
        return upper + (lower - upper) * v
      }
    }
  }

  /// A sum of octaves, each of double frequency and `gain` times the amplitude of the one before;
  /// about -1 to 1.
  func fractal(_ x: Float, _ y: Float, octaves: Int, gain: Float = 0.5) -> Float {
    var sum: Float = 0
    var amplitude: Float = 1
    var u = x
    var v = y
    for _ in 0..<octaves {
      sum += self(u, v) * amplitude
      amplitude *= gain
      // An offset a step, so that the zeros of the octaves do not fall on one lattice.
      u = u * 2 + 17.3
      v = v * 2 + 9.1
    }
    return sum
  }

  /// A sum of folded octaves: sharp crests and round valleys, 0 to about 1.
  func ridged(_ x: Float, _ y: Float, octaves: Int, gain: Float = 0.5) -> Float {
    var sum: Float = 0
    var amplitude: Float = 0.5
    var weight: Float = 1
    var u = x
    var v = y
    for _ in 0..<octaves {
      var crest = 1 - abs(self(u, v)) * 1.6
      crest *= crest * weight
      weight = max(0, min(1, crest * 1.8))
      sum += crest * amplitude
      amplitude *= gain
      u = u * 2 + 31.7
      v = v * 2 + 11.9
    }
    return sum
  }
}
