/// How many columns of a terminal text takes.
enum DisplayWidth {
  /// The columns of `text`, which has no control characters.
  static func columns(_ text: String) -> Int {
    text.reduce(0) { $0 + columns($1) }
  }

  /// The beginning of `text` that fits `width` columns, with `…` at its end if something is missing.
  static func fitted(_ text: String, _ width: Int) -> String {
    var used = 0
    var end = text.startIndex
    for index in text.indices {
      // Behind what is kept there must be room for the mark.
      if used < width { end = index }
      used += columns(text[index])
      if used > width { return width > 0 ? text[..<end] + "…" : "" }
    }
    return text
  }

  /// One character takes 2 columns if it is wide in the sense of UAX #11 or shown as an emoji, else 1; the
  /// marks on it take none.
  private static func columns(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // U+FE0F asks for the emoji.
    let isEmoji = character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
    return isEmoji || isWide(first.value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
