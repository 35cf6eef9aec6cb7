/// The part of a picture that is to be shown: the `clap` box (ISO/IEC 14496-12 §12.1.4).
struct CleanAperture {
  private let width: Fraction
  private let height: Fraction
  private let horizontalOffset: Fraction
  private let verticalOffset: Fraction

  /// - Returns: `nil` if the numbers are missing or impossible.
  init?(_ view: ByteView) {
    let numbers = (0..<8).compactMap { view.uint32(at: $0 * 4) }
    guard numbers.count == 8 else { return nil }
    func fraction(_ index: Int, isSigned: Bool = false) -> Fraction? {
      let top = isSigned ? Int(Int32(truncatingIfNeeded: numbers[index])) : numbers[index]
      return Fraction(top, numbers[index + 1])
    }
    guard let width = fraction(0), let height = fraction(2),
      let horizontalOffset = fraction(4, isSigned: true), let verticalOffset = fraction(6, isSigned: true)
    else { return nil }
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }

  /// The part of a picture of `size`, in whole pixels; `nil` if it lies outside.
  ///
  /// The aperture's centre lies at `offset + (size - 1) / 2`, and its first pixel (`aperture` - 1) / 2
  /// before it. Where that is no whole number it is rounded down, and the aperture to the nearest.
  func rectangle(in size: PixelSize) -> PixelRectangle? {
    guard let columns = Self.span(width, offset: horizontalOffset, in: size.width),
      let rows = Self.span(height, offset: verticalOffset, in: size.height)
    else { return nil }
    return PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private static func span(_ aperture: Fraction, offset: Fraction, in size: Int) -> Range<Int>? {
    // offset + (size - 1) / 2 - (aperture - 1) / 2 = (2 offset + size - aperture) / 2
    guard let doubled = offset.adding(offset)?.adding(Fraction(size))?.adding(aperture.negated),
      let first = doubled.halved?.roundedDown, let count = aperture.rounded
    else { return nil }
    let lower = max(0, first)
    let upper = min(size, first + count)
    return lower < upper ? lower..<upper : nil
  }
}

/// A fraction with a positive denominator, in its lowest terms.
private struct Fraction {
  private let top: Int
  private let bottom: Int

  init(_ value: Int) {
    top = value
    bottom = 1
  }

  /// - Returns: `nil` if the denominator is not positive.
  init?(_ top: Int, _ bottom: Int) {
    guard bottom > 0 else { return nil }
    var (large, small) = (top.magnitude, bottom.magnitude)
    while small > 0 { (large, small) = (small, large % small) }
    let divisor = Int(max(1, large))
    self.top = top / divisor
    self.bottom = bottom / divisor
  }

  var negated: Fraction? { Fraction(-top, bottom) }

  var halved: Fraction? { bottom <= .max / 2 ? Fraction(top, bottom * 2) : nil }

  /// The sum, or `nil` if its terms do not fit.
  func adding(_ other: Fraction?) -> Fraction? {
    guard let other else { return nil }
    let (first, firstOverflow) = top.multipliedReportingOverflow(by: other.bottom)
    let (second, secondOverflow) = other.top.multipliedReportingOverflow(by: bottom)
    let (sum, sumOverflow) = first.addingReportingOverflow(second)
    let (bottom, bottomOverflow) = bottom.multipliedReportingOverflow(by: other.bottom)
    guard !firstOverflow, !secondOverflow, !sumOverflow, !bottomOverflow else { return nil }
    return Fraction(sum, bottom)
  }

  var roundedDown: Int {
    let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// To the nearest whole number, halves up.
  var rounded: Int? { adding(Fraction(1, 2))?.roundedDown }
}
