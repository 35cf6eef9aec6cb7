import Foundation
import PhotoFixtures
import Testing

@Suite("Progress on a terminal", .needsPhotos, .timeLimit(.minutes(10)))
struct TerminalTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.writePhotos("a.jpg")
  }

  /// Prepares a photo that is slow to arrive and one more, and returns what the terminal got. The
  /// second half arrives once the bar is there.
  private func watch(_ environment: [String: String]) throws -> String {
    let terminal = try Terminal()
    let command = try RunningCommand(
      ["prepare", "--jobs", "1", "-", "a.jpg"], in: scratch, errors: terminal.childEnd,
      environment: environment)
    try terminal.closeChildEnd()
    try command.feed(Array(ScratchFolder.photo.prefix(100)))
    var text = terminal.read(until: " 0/2")
    try command.feed(Array(ScratchFolder.photo.dropFirst(100)))
    try command.endInput()
    text += terminal.read(until: nil)
    #expect(command.wait() == 0)
    return text
  }

  @Test("Work over half a second shows a colored bar, which is gone at the end")
  func showsBar() throws {
    let text = try watch(["TERM": "xterm"])
    #expect(text.contains("] 0/2"))
    #expect(text.contains("\u{1B}[32m"))
    #expect(text.hasSuffix("\r\u{1B}[K"))
  }

  @Test("NO_COLOR leaves the bar and takes the colors")
  func obeysNoColor() throws {
    let text = try watch(["TERM": "xterm", "NO_COLOR": "1"])
    #expect(text.contains("] 0/2"))
    #expect(!text.contains("\u{1B}[3"))
    #expect(text.hasSuffix("\r\u{1B}[K"))
  }

  @Test("An interrupt takes the bar off the terminal")
  func clearsOnInterrupt() throws {
    let terminal = try Terminal()
    let command = try RunningCommand(
      ["prepare", "-"], in: scratch, errors: terminal.childEnd, environment: ["TERM": "xterm"])
    try terminal.closeChildEnd()
    let bar = terminal.read(until: " 0/1")
    #expect(bar.hasSuffix(" 0/1"))
    command.send(SIGINT)
    #expect(terminal.read(until: nil) == "\r\u{1B}[K")
    #expect(command.wait() == 130)
  }

  @Test(
    "Errors are colored on a terminal only, and not with NO_COLOR or on a dumb one",
    arguments: [
      (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
      (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false),
    ])
  func colorsErrors(environment: [String: String], isColored: Bool) throws {
    let terminal = try Terminal()
    let command = try RunningCommand(
      ["prepare", "missing.jpg"], in: scratch, errors: terminal.childEnd, environment: environment)
    try terminal.closeChildEnd()
    let text = terminal.read(until: nil)
    #expect(command.wait() == 1)
    #expect(text.contains("missing.jpg: not found"))
    #expect(text.contains("\u{1B}[") == isColored)
  }
}
