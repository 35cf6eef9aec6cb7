import Testing

@testable import ShutterboxCommand

@Suite("The width of text on a terminal")
struct DisplayWidthTests {
  static let widths: [(String, Int)] = [
    ("", 0), ("abc", 3), ("e\u{301}", 1), ("\u{5199}\u{771F}", 4), ("\u{AC00}", 2), ("\u{1F4F7}", 2),
    ("\u{1F1E9}\u{1F1EA}", 2), ("\u{2600}\u{FE0F}", 2), ("\u{FF21}", 2), ("\u{200B}", 0),
  ]

  @Test("Wide characters take two columns, marks none", arguments: widths)
  func counts(text: String, columns: Int) {
    #expect(DisplayWidth.columns(text) == columns)
  }

  static let cuts: [(String, Int, String)] = [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""),
    ("\u{5199}\u{771F}", 4, "\u{5199}\u{771F}"), ("\u{5199}\u{771F}", 3, "\u{5199}…"),
    ("\u{5199}\u{771F}", 2, "…"), ("abe\u{301}", 3, "abe\u{301}"),
  ]

  @Test("What does not fit is cut between characters, with a mark that fits as well", arguments: cuts)
  func cutsText(text: String, width: Int, result: String) {
    #expect(DisplayWidth.fitted(text, width) == result)
    #expect(DisplayWidth.columns(DisplayWidth.fitted(text, width)) <= width)
  }
}
