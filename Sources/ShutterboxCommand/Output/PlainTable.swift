/// A table of texts and numbers under titles, as wide as it needs.
struct PlainTable {
  struct Column {
    let title: String
    var isNumber = false
    let cells: [String]
  }

  let columns: [Column]

  /// The titles and the rows, without spaces at their ends.
  var lines: [String] {
    let rows = columns.map(\.cells.count).min() ?? 0
    return [line(columns.map(\.title))] + (0..<rows).map { row in line(columns.map { $0.cells[row] }) }
  }

  private func line(_ cells: [String]) -> String {
    let padded = zip(columns, cells).map { column, cell in
      let width = max(column.title.count, column.cells.map(\.count).max() ?? 0)
      let padding = String(repeating: " ", count: width - cell.count)
      return column.isNumber ? padding + cell : cell + padding
    }
    return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
  }
}
