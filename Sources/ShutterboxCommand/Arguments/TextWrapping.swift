/// Breaks text into lines of the width that help is printed in.
enum TextWrapping {
  /// The width of a classic terminal, which every window has room for.
  static let columns = 80

  /// Breaks `text` at its spaces so that no line is wider than `width`, except a word that is.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// `text` with spaces behind it up to `width`.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A table of two columns, such as options and what they do.
  ///
  /// - Parameter left: The width of the first column; by default what its longest text needs.
  static func table(_ rows: [(left: String, right: String)], left: Int? = nil) -> [String] {
    let indent = 2
    let gap = 2
    let left = left ?? rows.map(\.left.count).max() ?? 0
    let start = indent + left + gap
    return rows.flatMap { row in
      lines(row.right, width: columns - start).enumerated().map { index, line in
        let label = index == 0 ? row.left : ""
        let padding = String(repeating: " ", count: left + gap - label.count)
        return String(repeating: " ", count: indent) + label + padding + line
      }
    }
  }
}
