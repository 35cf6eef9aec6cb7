extension Syntax {
  /// The help of the command, ending with a line break.
  var help: String {
    let sentence = summary.prefix(1).uppercased() + summary.dropFirst() + "."
    var paragraphs = [[sentence], usage]
    paragraphs += discussion.map { TextWrapping.lines($0, width: TextWrapping.columns) }
    paragraphs.append(["Options:"] + TextWrapping.table(options.map(\.row) + [Option.helpRow]))
    return paragraphs.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// `Usage: shutterbox prepare [-o PATH] …`, with further lines indented below the first option.
  private var usage: [String] {
    let start = "Usage: shutterbox \(name) "
    // A space inside of brackets must not become a line break.
    let words = options.map { "[\($0.usage)]" } + (operands.count == 0...0 ? [] : [operands.placeholder])
    let joined = words.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: " ")
    let lines = TextWrapping.lines(joined, width: TextWrapping.columns - start.count)
    return lines.enumerated().map { index, line in
      let indent = index == 0 ? start : String(repeating: " ", count: start.count)
      return indent + line.replacing("\u{A0}", with: " ")
    }
  }
}

extension Syntax.Option {
  /// As it appears in the usage line, by its letter where it has one.
  fileprivate var usage: String {
    (letter.map { "-\($0)" } ?? "--\(name)") + (placeholder.map { " \($0)" } ?? "")
  }

  /// As it appears in the table.
  fileprivate var row: (left: String, right: String) {
    let names = (letter.map { "-\($0), " } ?? "    ") + "--\(name)"
    return (names + (placeholder.map { " \($0)" } ?? ""), help)
  }

  fileprivate static var helpRow: (left: String, right: String) {
    ("-h, --help", "Print this help.")
  }
}
