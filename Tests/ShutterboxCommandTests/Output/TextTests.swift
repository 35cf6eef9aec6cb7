import Foundation
import Testing

@testable import ShutterboxCommand

@Suite("Text for people")
struct TextTests {
  @Test(
    "Sizes have one decimal and a decimal unit",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
      (999_949, "999.9 kB"), (999_950, "1.0 MB"), (4_123_456, "4.1 MB"), (999_950_000, "1.0 GB"),
      (12_300_000_000, "12.3 GB"),
    ])
  func sizes(count: Int, text: String) {
    #expect(ByteCountText.text(count) == text)
  }

  @Test(
    "Control characters are spelled out",
    arguments: [
      ("IMG_1.HEIC", "IMG_1.HEIC"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\u{1B}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
      ("a\u{202E}gpj", "a\\u{202e}gpj"), ("Grüße 写真", "Grüße 写真"),
    ])
  func plain(text: String, expected: String) {
    #expect(TerminalText.plain(text) == expected)
  }

  @Test(
    "A bar is never as wide as the terminal",
    arguments: [(0, 3, 80), (1, 3, 80), (3, 3, 80), (7, 1000, 24), (1, 2, 10), (1, 2, 1), (10, 12, 4)])
  func barFits(done: Int, total: Int, columns: Int) {
    let bar = ProgressBar.text(done: done, total: total, columns: columns, colored: false)
    #expect(bar.count < columns)
    if columns >= 24 {
      #expect(bar.hasSuffix(" \(done)/\(total)"))
      #expect(bar.contains("#") == (done * 40 / total > 0))
    }
  }

  @Test("A bar is colored only when asked to be")
  func barIsColored() {
    #expect(ProgressBar.text(done: 1, total: 2, columns: 20, colored: true).contains("\u{1B}[32m"))
    #expect(!ProgressBar.text(done: 1, total: 2, columns: 20, colored: false).contains("\u{1B}"))
  }
}
