import CaptureStorage
import JSONText

/// The table that `list` prints for people.
struct EntryTable {
  /// An entry and the beginning of its id that is enough to name it.
  struct Row {
    let name: String
    let entry: EntrySummary
  }

  private struct Column {
    let title: String
    let isNumber: Bool
    let cells: [String]

    init(_ title: String, isNumber: Bool = false, _ cells: [String]) {
      self.title = title
      self.isNumber = isNumber
      self.cells = cells
    }

    var width: Int { max(title.count, cells.map(\.count).max() ?? 0) }
  }

  /// What is left for the text of an entry should be no narrower, in columns.
  private static let textWidth = 12
  private static let gap = "  "

  let rows: [Row]
  /// Whether the entries are in different states.
  let showsState: Bool

  /// The table as lines.
  ///
  /// - Parameter width: Of the terminal in columns, which no line is wider than if the terminal has 70 or more;
  ///   `nil` if the table is not read on one, and texts need not be cut.
  func lines(width: Int?) -> [String] {
    var columns = columns(timeLength: 16)
    if let width, Self.room(beside: columns, width) < Self.textWidth {
      columns = self.columns(timeLength: 10)
    }
    let room = width.map { max(1, Self.room(beside: columns, $0)) }
    let texts = rows.map { row in
      let text = TerminalText.plain(row.entry.text ?? "")
      return room.map { DisplayWidth.fitted(text, $0) } ?? text
    }
    let titles = Self.line(columns.map { ($0, $0.title) }, "TEXT")
    return [titles]
      + rows.indices.map { index in Self.line(columns.map { ($0, $0.cells[index]) }, texts[index]) }
  }

  /// All columns but the text. Those that would say nothing are left out.
  ///
  /// - Parameter timeLength: How much of `2024-05-01 10:30` is shown, in characters.
  private func columns(timeLength: Int) -> [Column] {
    let entries = rows.map(\.entry)
    let times = entries.map { entry in
      String((Timestamp.text(entry.createdAt) ?? "").replacing("T", with: " ").prefix(timeLength))
    }
    var columns = [Column("ENTRY", rows.map(\.name)), Column(timeLength > 10 ? "MADE (UTC)" : "MADE", times)]
    if showsState { columns.append(Column("STATE", entries.map(\.state.rawValue))) }
    let numbers: [(title: String, values: [Int], isAlwaysShown: Bool)] = [
      ("PHOTO", entries.map(\.photos), true), ("MOVIE", entries.map(\.movies), false),
      ("WAIT", entries.map(\.waiting), true), ("STUCK", entries.map(\.stuck), false),
    ]
    for number in numbers where number.isAlwaysShown || number.values.contains(where: { $0 > 0 }) {
      columns.append(Column(number.title, isNumber: true, number.values.map { String($0) }))
    }
    columns.append(Column("SIZE", isNumber: true, entries.map { ByteCountText.text($0.byteCount) }))
    return columns
  }

  private static func room(beside columns: [Column], _ width: Int) -> Int {
    columns.reduce(width) { $0 - $1.width - gap.count }
  }

  private static func line(_ cells: [(column: Column, text: String)], _ text: String) -> String {
    let parts = cells.map { column, cell in
      let padding = String(repeating: " ", count: column.width - cell.count)
      return column.isNumber ? padding + cell : cell + padding
    }
    let line = (parts + [text]).joined(separator: gap)
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
