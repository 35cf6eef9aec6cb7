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

extension ValueKind where Value == String {
  /// What a header field can carry: visible ASCII characters.
  static var token: ValueKind {
    ValueKind(expectation: "a token of visible characters") { argument in
      let bytes = argument.bytes
      return !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? argument.text : nil
    }
  }

  /// The address to listen on.
  static var address: ValueKind {
    ValueKind(expectation: "a numeric address such as 127.0.0.1 or ::") { argument in
      argument.bytes.isEmpty || argument.bytes.contains(0x20) ? nil : argument.text
    }
  }

  /// The name of a host, without a port.
  static var hostName: ValueKind {
    ValueKind(expectation: "the name of a host without a port") { argument in
      let allowed = argument.text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "-._".utf8.contains(byte)
      }
      return allowed && !argument.bytes.isEmpty ? argument.text : nil
    }
  }
}
