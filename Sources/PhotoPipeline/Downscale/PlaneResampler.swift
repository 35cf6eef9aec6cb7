import PixelKernels

/// Resamples planes of one geometry row by row: down the columns first, from the rows of a ``RowWindow``,
/// then along the row.
///
/// The value holds only tables and scratch memory. It is used by one thread at a time.
final class PlaneResampler {
  let horizontal: ResamplingAxis
  let vertical: ResamplingAxis
  private let filters: pk_filters
  // Lazy, because a decoder thread can be at work while they are computed.
  private lazy var horizontalCoefficients = horizontal.coefficients()
  private lazy var verticalCoefficients = vertical.coefficients()
  /// The row between the two passes, followed by zeros that filters of full length may read.
  private var intermediate: [Int16]
  private var rows: [UnsafePointer<UInt8>?]

  init(horizontal: ResamplingAxis, vertical: ResamplingAxis, filters: pk_filters = pk_best_filters()) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.filters = filters
    intermediate = [Int16](repeating: 0, count: horizontal.inputCount + horizontal.tapCount)
    rows = [UnsafePointer<UInt8>?](repeating: nil, count: vertical.tapCount)
  }

  /// The input rows that output row `index` is made of.
  func inputRows(for index: Int) -> Range<Int> {
    Int(vertical.starts[index])..<Int(vertical.ends[index])
  }

  /// Writes output row `index`, ``ResamplingAxis/outputCount`` samples of the horizontal axis, to `out`.
  ///
  /// `plane` must hold the input rows that ``inputRows(for:)`` names.
  func writeRow(_ index: Int, from plane: RowWindow.Plane, to out: UnsafeMutablePointer<UInt8>) {
    let range = inputRows(for: index)
    if vertical.isIdentity, horizontal.isIdentity {
      out.update(from: plane.row(index), count: horizontal.inputCount)
      return
    }
    let last = range.upperBound - 1
    for k in rows.indices { rows[k] = UnsafePointer(plane.row(min(range.lowerBound + k, last))) }
    let tapCount = vertical.tapCount
    // The safety of the pointers below: each kernel reads and writes what its header says, which the
    // sizes of these arrays were chosen for.
    intermediate.withUnsafeMutableBufferPointer { intermediate in
      verticalCoefficients.withUnsafeBufferPointer { coefficients in
        rows.withUnsafeBufferPointer { rows in
          filters.vertical(
            rows.baseAddress, coefficients.baseAddress.map { $0 + index * tapCount }, tapCount,
            horizontal.inputCount, intermediate.baseAddress)
        }
      }
      horizontal.starts.withUnsafeBufferPointer { starts in
        horizontalCoefficients.withUnsafeBufferPointer { coefficients in
          filters.horizontal(
            intermediate.baseAddress, starts.baseAddress, coefficients.baseAddress, horizontal.tapCount,
            horizontal.outputCount, out)
        }
      }
    }
  }
}
