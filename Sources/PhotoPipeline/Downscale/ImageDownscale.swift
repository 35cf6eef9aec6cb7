public import struct Foundation.CGFloat
public import struct Foundation.CGSize

/// How small a photo becomes before it leaves.
public enum ImageDownscale {
  /// The longest side of a photo that leaves, in pixels: 2048.
  ///
  /// At this size a 12-megapixel photo costs a vision engine about a third of the tokens, and text in
  /// it stays readable.
  public static let longEdge: CGFloat = 2048

  /// The size that fits into a square of `longEdge` and keeps the picture's shape.
  ///
  /// Sides are rounded to whole pixels, halves away from zero, and never fall below 1. The result is
  /// never larger than `size`: a picture that fits already is returned as it came.
  ///
  /// - Parameters:
  ///   - size: The size of the upright picture in pixels.
  ///   - longEdge: The longest side allowed, in pixels. 2048 by default. A fraction of a pixel is
  ///     not used. Values that are not positive numbers leave `size` as it came.
  /// - Returns: The new size in pixels. A size with a zero, negative, NaN or infinite side is returned
  ///   as it came.
  public static func targetSize(for size: CGSize, longEdge: CGFloat = longEdge) -> CGSize {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite, longEdge > 0 else {
      return size
    }
    let longSide = max(size.width, size.height)
    guard longSide > longEdge else { return size }
    let edge = max(1, longEdge.rounded(.down))
    func scaled(_ side: CGFloat) -> CGFloat {
      min(max(1, (side * (edge / longSide)).rounded(.toNearestOrAwayFromZero)), edge)
    }
    return CGSize(
      width: size.width == longSide ? edge : scaled(size.width),
      height: size.height == longSide ? edge : scaled(size.height))
  }
}

/// A size in whole pixels.
struct PixelSize: Hashable, Sendable {
  var width: Int
  var height: Int

  /// The size of the same picture after an exchange of rows and columns.
  var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// ``ImageDownscale/targetSize(for:longEdge:)`` in whole pixels.
  func downscaled(toLongEdge longEdge: Int) -> PixelSize {
    let size = ImageDownscale.targetSize(
      for: CGSize(width: width, height: height), longEdge: CGFloat(longEdge))
    return PixelSize(width: Int(size.width), height: Int(size.height))
  }
}
