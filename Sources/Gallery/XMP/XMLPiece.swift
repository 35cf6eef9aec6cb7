/// A part of an XML text, told by where it lies. All of them one behind the other are the text.
enum XMLPiece: Equatable {
  /// A name and a value inside a start tag.
  struct Attribute: Equatable {
    let name: String
    /// From the white space before the name to behind the closing quote.
    let range: Range<Int>
    /// Between the quotes.
    let value: Range<Int>
  }

  case start(name: String, attributes: [Attribute], range: Range<Int>, isEmpty: Bool)
  case end(name: String, range: Range<Int>)
  /// Text, a comment, a processing instruction, character data.
  case other(Range<Int>)

  /// Cuts a text in UTF-8 into pieces.
  ///
  /// - Returns: `nil` for what is not well formed as far as tags go, for a document type, which XMP has no use for, and
  ///   for another encoding.
  static func pieces(of text: [UInt8]) -> [XMLPiece]? {
    guard !text.contains(0) else { return nil }
    var cutter = Cutter(text: text)
    return cutter.run()
  }

  private struct Cutter {
    let text: [UInt8]
    var position = 0

    mutating func run() -> [XMLPiece]? {
      var pieces: [XMLPiece] = []
      var open: [String] = []
      while position < text.count {
        guard let piece = next() else { return nil }
        switch piece {
        case .start(let name, _, _, isEmpty: false): open.append(name)
        case .end(let name, _): guard open.popLast() == name else { return nil }
        case .start, .other: break
        }
        pieces.append(piece)
      }
      return open.isEmpty ? pieces : nil
    }

    private func starts(_ token: String) -> Bool { text[position...].starts(with: token.utf8) }

    private mutating func next() -> XMLPiece? {
      let start = position
      guard text[start] == UInt8(ascii: "<") else {
        position = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
        return .other(start..<position)
      }
      for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] where starts(opening) {
        return skip(opening, to: closing).map { .other(start..<$0) }
      }
      if starts("<!") { return nil }
      return starts("</") ? endTag() : startTag()
    }

    /// Goes behind `closing`.
    private mutating func skip(_ opening: String, to closing: String) -> Int? {
      let closing = Array(closing.utf8)
      var index = position + opening.utf8.count
      while index + closing.count <= text.count {
        if text[index] == closing[0], text[index...].starts(with: closing) {
          position = index + closing.count
          return position
        }
        index += 1
      }
      return nil
    }

    private var isBlank: Bool {
      position < text.count && [0x20, 0x09, 0x0A, 0x0D].contains(text[position])
    }

    private mutating func skipBlanks() {
      while isBlank { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard position < text.count, text[position] == byte else { return false }
      position += 1
      return true
    }

    private mutating func name() -> String? {
      let start = position
      while position < text.count, !isBlank, !"<>/='\"".utf8.contains(text[position]) { position += 1 }
      return position > start ? String(decoding: text[start..<position], as: UTF8.self) : nil
    }

    private mutating func endTag() -> XMLPiece? {
      let start = position
      position += 2
      guard let name = name() else { return nil }
      skipBlanks()
      guard take(UInt8(ascii: ">")) else { return nil }
      return .end(name: name, range: start..<position)
    }

    private mutating func startTag() -> XMLPiece? {
      let start = position
      position += 1
      guard let name = name() else { return nil }
      var attributes: [Attribute] = []
      while true {
        let before = position
        skipBlanks()
        if take(UInt8(ascii: ">")) {
          return .start(name: name, attributes: attributes, range: start..<position, isEmpty: false)
        }
        if take(UInt8(ascii: "/")) {
          guard take(UInt8(ascii: ">")) else { return nil }
          return .start(name: name, attributes: attributes, range: start..<position, isEmpty: true)
        }
        guard position > before, let attribute = attribute(from: before) else { return nil }
        attributes.append(attribute)
      }
    }

    private mutating func attribute(from start: Int) -> Attribute? {
      guard let name = name() else { return nil }
      skipBlanks()
      guard take(UInt8(ascii: "=")) else { return nil }
      skipBlanks()
      guard position < text.count, [0x22, 0x27].contains(text[position]) else { return nil }
      let quote = text[position]
      let first = position + 1
      guard let last = text[first...].firstIndex(of: quote) else { return nil }
      position = last + 1
      return Attribute(name: name, range: start..<position, value: first..<last)
    }
  }
}
