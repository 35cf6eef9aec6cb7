/// Text that is safe to print on a terminal.
enum TerminalText {
  /// `text` with its control characters written as `\n` or `\u{1b}`, so that the name of a file can
  /// neither break a line nor give an order to the terminal.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case _ where isControl(scalar): "\\u{\(String(scalar.value, radix: 16))}"
      default: String(Character(scalar))
      }
    }.joined()
  }

  /// Whether `scalar` is in category Cc, or overrides the direction of writing and so can make a name
  /// look like another.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
