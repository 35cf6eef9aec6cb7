/// What the samples of a picture mean: how many bits they have and how red, green and blue follow from them.
struct SampleMeaning: Hashable, Sendable {
  /// How red, green and blue became the planes: `MatrixCoefficients` of ISO/IEC 23091-2.
  enum Matrix: Hashable, Sendable {
    /// The planes are green, blue and red.
    case identity
    /// Luma is a weighted sum, chroma the differences of blue and red from it.
    case weights(red: Double, blue: Double)
    /// The planes are luma and the differences green-from-magenta and orange-from-blue.
    case yCgCo

    /// Of JFIF, and of every picture that says nothing (ISO/IEC 23000-22 §7.3.6.4).
    static let bt601 = weights(red: 0.299, blue: 0.114)
  }

  /// Bits of a sample of each plane: 1 plane of luma or 3 planes.
  var bits: [Int]
  var matrix: Matrix
  /// Whether black is 0 and white is all ones; if not, 8-bit luma goes from 16 to 235 and chroma from 16 to 240.
  var isFullRange: Bool
}

extension SampleMeaning.Matrix {
  /// - Parameter code: `MatrixCoefficients`; 2 (unspecified) means BT.601.
  /// - Returns: `nil` for what is not a linear function of red, green and blue with the primaries left aside.
  init?(code: Int) {
    switch code {
    case 0: self = .identity
    case 1: self = .weights(red: 0.2126, blue: 0.0722)
    case 2, 5, 6: self = .bt601
    case 4: self = .weights(red: 0.3, blue: 0.11)
    case 7: self = .weights(red: 0.212, blue: 0.087)
    case 8: self = .yCgCo
    case 9: self = .weights(red: 0.2627, blue: 0.0593)
    default: return nil
    }
  }

  /// The rows of the matrix from the three planes to red, green and blue.
  var toRGB: [[Double]] {
    switch self {
    case .identity: [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    case .yCgCo: [[1, -1, 1], [1, 1, 0], [1, -1, -1]]
    case .weights(let red, let blue):
      [
        [1, 0, 2 * (1 - red)],
        [
          1, -2 * (1 - blue) * blue / (1 - red - blue), -2 * (1 - red) * red / (1 - red - blue),
        ],
        [1, 2 * (1 - blue), 0],
      ]
    }
  }

  /// The rows of the matrix from the three planes to Y'CbCr of BT.601.
  ///
  /// All matrices but the identity agree on what is gray, so chroma follows from chroma alone.
  var toBT601: [[Double]] {
    let luma = [0.299, 0.587, 0.114]
    let rgb = toRGB
    let first = (0..<3).map { column in (0..<3).reduce(0) { $0 + luma[$1] * rgb[$1][column] } }
    let blue = (0..<3).map { (rgb[2][$0] - first[$0]) / 1.772 }
    let red = (0..<3).map { (rgb[0][$0] - first[$0]) / 1.402 }
    return [first, blue, red]
  }
}
