/// The size of an upright picture in whole pixels.
public struct PictureSize: Hashable, Sendable {
  /// 1 to ``maximumSide``.
  public let width: Int
  /// 1 to ``maximumSide``.
  public let height: Int

  /// The longest side that is reckoned with, in pixels: beyond any picture, and no product overflows.
  public static let maximumSide = 10_000_000

  /// - Returns: `nil` if a side is below 1 or above ``maximumSide``.
  public init?(width: Int, height: Int) {
    let sides = 1...Self.maximumSide
    guard sides.contains(width), sides.contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// A size from sides that a rule has worked out: below 1 becomes 1.
  init(clamping width: Int, _ height: Int) {
    self.width = min(max(1, width), Self.maximumSide)
    self.height = min(max(1, height), Self.maximumSide)
  }

  /// The longer side in pixels.
  public var longEdge: Int { max(width, height) }
  /// The shorter side in pixels.
  public var shortEdge: Int { min(width, height) }

  /// The size that fits into a square of `longEdge` and keeps the picture's shape, as a prepared photo has it: never
  /// larger, halves rounded away from zero, no side below 1.
  ///
  /// - Parameter longEdge: In pixels, at least 1.
  public func fitted(toLongEdge longEdge: Int) -> PictureSize {
    guard self.longEdge > longEdge else { return self }
    let edge = max(1, longEdge)
    let scale = Double(edge) / Double(self.longEdge)
    func scaled(_ side: Int) -> Int {
      side == self.longEdge ? edge : min(Int((Double(side) * scale).rounded()), edge)
    }
    return PictureSize(clamping: scaled(width), scaled(height))
  }
}

extension PictureSize: CustomStringConvertible {
  public var description: String { "\(width)x\(height)" }
}
