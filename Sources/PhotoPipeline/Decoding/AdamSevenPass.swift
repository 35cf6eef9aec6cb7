/// A pass of the interlacing that PNG has (PNG, third edition, §8.1): every so many pixels of every so many rows.
struct AdamSevenPass: Sendable {
  /// Places along one side.
  struct Axis: Sendable {
    let start: Int
    let step: Int

    func places(below end: Int) -> StrideTo<Int> { stride(from: start, to: end, by: step) }
    func count(below end: Int) -> Int { end > start ? (end - start + step - 1) / step : 0 }
  }

  let columns: Axis
  let rows: Axis

  static let all: [AdamSevenPass] = [
    .init(columns: .init(start: 0, step: 8), rows: .init(start: 0, step: 8)),
    .init(columns: .init(start: 4, step: 8), rows: .init(start: 0, step: 8)),
    .init(columns: .init(start: 0, step: 4), rows: .init(start: 4, step: 8)),
    .init(columns: .init(start: 2, step: 4), rows: .init(start: 0, step: 4)),
    .init(columns: .init(start: 0, step: 2), rows: .init(start: 2, step: 4)),
    .init(columns: .init(start: 1, step: 2), rows: .init(start: 0, step: 2)),
    .init(columns: .init(start: 0, step: 1), rows: .init(start: 1, step: 2)),
  ]

  /// The rows of a picture that lack pixels if all but the first `line` rows of this pass, and all later
  /// passes, are missing.
  ///
  /// The last two passes fill up the even and the odd rows. Before them no row is whole.
  func rowsMissing(behind line: Int, height: Int) -> Int {
    switch (rows.step, rows.start, columns.step) {
    case (2, 1, _): rows.count(below: height) - line
    case (2, 0, _): height - line
    default: height
    }
  }
}
