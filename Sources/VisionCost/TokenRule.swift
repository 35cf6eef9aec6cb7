/// How an engine turns the size of a picture into tokens. One conformer for each family of rules.
///
/// A rule reckons; whether a picture is taken at all is for ``EngineLimits``.
protocol TokenRule: Sendable {
  func reading(of size: PictureSize) -> PictureReading
}

/// What an engine makes of a picture that it takes.
public struct PictureReading: Hashable, Sendable {
  /// What the picture adds to the prompt, without the markers around it.
  public let tokens: Int
  /// Whether the engine makes the picture smaller before it looks, beyond rounding its sides to whole cells.
  public let isShrunk: Bool
}

/// What decides between two whole numbers that are equally near.
enum TieRounding: Sendable {
  /// To the even one: Python's `round`.
  case toEven
  /// To the one farther from zero: `std::round` of C++ and `rounded()` of Swift.
  case awayFromZero

  func callAsFunction(_ number: Double) -> Int {
    switch self {
    case .toEven: Int(number.rounded(.toNearestOrEven))
    case .awayFromZero: Int(number.rounded(.toNearestOrAwayFromZero))
    }
  }
}

/// `numerator / denominator`, rounded up; both positive.
func dividedUp(_ numerator: Int, _ denominator: Int) -> Int {
  (numerator + denominator - 1) / denominator
}
