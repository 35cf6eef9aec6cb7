extension ValueKind where Value == String {
  /// Any text, also an empty one.
  static var text: ValueKind { ValueKind(expectation: "a text") { $0.text } }

  /// A text that is not empty.
  static var word: ValueKind {
    ValueKind(expectation: "an id of an entry") { $0.bytes.isEmpty ? nil : $0.text }
  }

  /// A text with letters or digits in it.
  static var reason: ValueKind {
    ValueKind(expectation: "a reason in words") { argument in
      argument.text.contains { $0.isLetter || $0.isNumber } ? argument.text : nil
    }
  }
}
