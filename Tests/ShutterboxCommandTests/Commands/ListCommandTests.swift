import CaptureStorage
import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox list", .needsSQLite)
struct ListCommandTests {
  private let home: CaptureHome

  init() throws {
    home = try CaptureHome()
  }

  @Test("Nothing there is no failure, and makes no home folder")
  func listsNothing() throws {
    let result = try home.run("list")
    #expect(result.status == 0)
    #expect(result.text == "")
    #expect(result.errorText == "there are no open entries\n")
    #expect(try home.run("list", "--json").errorText == "")
    #expect(!FileManager.default.fileExists(atPath: home.path))
  }

  @Test("JSON has the documented keys, newest first")
  func printsJSON() async throws {
    let old = try await home.add(text: "old", photos: 2, movies: 1, at: 1_714_559_400)
    let new = try await home.add(at: 1_714_559_401.5)
    try home.sql("UPDATE upload SET state = 'stuck', reason = 'no' WHERE media = '\(old.ownedMedia[0].id)'")
    try home.sql("DELETE FROM upload WHERE media = '\(old.ownedMedia[1].id)'")
    let result = try home.run("list", "--json")
    #expect(result.status == 0)
    #expect(result.errorText == "")
    let objects = try result.objects()
    #expect(objects.map { $0["id"] as? String } == [new.id.text, old.id.text])
    #expect(
      Set(objects[1].keys) == [
        "id", "text", "state", "created_at", "photos", "movies", "bytes", "waiting", "stuck",
      ])
    #expect(objects[0]["text"] is NSNull)
    #expect(objects[0]["created_at"] as? String == "2024-05-01T10:30:01.500Z")
    #expect(objects[1]["text"] as? String == "old")
    #expect(objects[1]["state"] as? String == "open")
    #expect(objects[1]["created_at"] as? String == "2024-05-01T10:30:00Z")
    for (key, value) in ["photos": 2, "movies": 1, "bytes": 21, "waiting": 1, "stuck": 1] {
      #expect(objects[1][key] as? Int == value, "\(key)")
    }
  }

  @Test("--state chooses; without it the open ones are listed")
  func choosesState() async throws {
    let open = try await home.add(at: 1_714_559_400)
    let finished = try await home.add(at: 1_714_559_500)
    #expect(try home.run("finish", "--force", finished.id.text).status == 0)
    let lists: [([String], [String])] = [
      ([], [open.id.text]), (["--state", "open"], [open.id.text]),
      (["--state", "finished"], [finished.id.text]), (["--state=all"], [finished.id.text, open.id.text]),
    ]
    for (arguments, ids) in lists {
      let result = try Shutterbox.run(
        ["list", "--json"] + arguments, in: home.scratch, environment: ["SHUTTERBOX_HOME=\(home.path)"])
      #expect(try result.objects().map { $0["id"] as? String } == ids)
    }
    #expect(try home.run("list", "--state", "all").text.contains("  finished  "))
    let wrong = try home.run("list", "--state", "done")
    #expect(wrong.status == 2)
    #expect(wrong.errorText.contains("--state takes 'open', 'finished' or 'all', not 'done'"))
  }

  @Test("--limit cuts the list, and it is said how to see more")
  func limits() async throws {
    for second in 0..<3 { try await home.add(at: 1_714_559_400 + Double(second)) }
    let cut = try home.run("list", "--json", "--limit", "2")
    #expect(cut.status == 0)
    #expect(cut.lines.count == 2)
    #expect(cut.errorText == "there are more than these 2 entries; --limit N shows more of them\n")
    let whole = try home.run("list", "--json", "--limit", "3")
    #expect(whole.lines.count == 3)
    #expect(whole.errorText == "")
  }

  @Test("The short names in the table name the entries, also those of one millisecond")
  func namesEntries() async throws {
    let entries = [
      try await home.add(text: "first"), try await home.add(text: "second"),
      try await home.add(text: "third", at: 1_714_559_401),
    ]
    let lines = try home.run("list").lines.dropFirst()
    #expect(lines.count == 3)
    for entry in entries {
      let line = try #require(lines.first { $0.hasSuffix("  \(entry.text ?? "")") })
      let name = try #require(line.split(separator: " ").first.map(String.init))
      #expect(name.count >= 13)
      #expect(try home.run("show", "--json", name).objects().first?["id"] as? String == entry.id.text)
    }
    #expect(lines.first?.hasPrefix(String(entries[2].id.text.prefix(13)) + "  ") == true)
  }

  /// What a terminal of 80 columns gets.
  private func watchList(_ arguments: String...) throws -> [String] {
    let terminal = try Terminal(columns: 80)
    let command = try RunningCommand(
      ["list"] + arguments, in: home.scratch, output: terminal.childEnd,
      environment: ["SHUTTERBOX_HOME": home.path, "TERM": "xterm"])
    try terminal.closeChildEnd()
    let text = terminal.read(until: nil)
    #expect(command.wait() == 0)
    return text.split(separator: "\n").map(String.init)
  }

  @Test("On a terminal the table fits, whatever the texts")
  func fitsTerminal() async throws {
    try await home.add(text: String(repeating: "long ", count: 40), at: 1_714_559_400)
    try await home.add(text: "red \u{1B}[31m and\nnew line", at: 1_714_559_500)
    try await home.add(text: String(repeating: "\u{5199}\u{771F}", count: 40), at: 1_714_559_600)
    let lines = try watchList()
    #expect(lines.count == 4)
    for line in lines { #expect(line.count <= 80) }
    #expect(lines[0].hasPrefix("ENTRY          MADE (UTC)        PHOTO  WAIT"))
    #expect(lines[3].contains("  2024-05-01 10:30      1     1  "))
    #expect(lines[3].hasSuffix("…"))
    #expect(lines[2].contains("red \\u{1b}[31m and\\nnew"))
    #expect(!lines.joined().contains("\u{1B}"))
    // Each of these characters is two columns wide.
    let wide = lines[1].count { $0 == "\u{5199}" || $0 == "\u{771F}" }
    #expect(wide > 5 && lines[1].count + wide <= 80)
  }

  @Test("With every column the table still fits 80 columns")
  func fitsWithAllColumns() async throws {
    let entry = try await home.add(text: "a text that is cut", photos: 2, movies: 1)
    try home.sql("UPDATE upload SET state = 'stuck' WHERE media = '\(entry.ownedMedia[0].id)'")
    let lines = try watchList("--state", "all")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for title in ["STATE", "PHOTO", "MOVIE", "WAIT", "STUCK", "SIZE", "TEXT"] {
      #expect(lines[0].contains(title))
    }
    #expect(lines[1].contains("  2024-05-01  open "))
  }

  @Test("A ledger that cannot be used is told with its file and what to do, and exit code 1")
  func tellsLedger() async throws {
    try await home.add()
    try home.sql("PRAGMA user_version = 99")
    for arguments in [["list"], ["list", "--json"], ["show", "0"], ["finish", "0"]] {
      let result = try Shutterbox.run(
        arguments, in: home.scratch, environment: ["SHUTTERBOX_HOME=\(home.path)"])
      #expect(result.status == 1)
      #expect(result.text == "")
      #expect(result.errorText.hasPrefix("shutterbox: \(home.path)/ledger.sqlite: a newer version"))
    }
    try home.scratch.write(Array("no database at all, but long enough".utf8), as: "home/ledger.sqlite")
    let damaged = try home.run("list")
    #expect(damaged.status == 1)
    #expect(damaged.errorText.contains("ledger.sqlite: the ledger is damaged"))
  }

  @Test("A home folder that is a file, or read-only, is told", .needsSmallDisk)
  func tellsHome() throws {
    try home.scratch.write([1], as: "home")
    let file = try home.run("list")
    #expect(file.status == 1)
    #expect(file.errorText.hasPrefix("shutterbox: \(home.path): "))

    try home.scratch.makeFolder("disk")
    let disk = "\(home.scratch.path)/disk"
    try SmallDisk.mounted(at: disk, byteCount: 1 << 16) {
      _ = try Tool.output("mount", ["-o", "remount,ro", disk])
      let result = try home.run("list", environment: ["SHUTTERBOX_HOME=\(disk)"])
      #expect(result.status == 1)
      #expect(result.text == "")
      #expect(result.errorText.contains("read-only"))
    }
  }

  @Test("What was interrupted is told when the ledger is opened")
  func tellsRecovery() async throws {
    let entry = try await home.add(photos: 2)
    try home.sql("UPDATE entry SET state = 'finishing' WHERE id = '\(entry.id)'")
    let result = try home.run("list", "--state", "all", "--json")
    #expect(result.status == 0)
    #expect(
      result.errorText
        == "shutterbox: finishing the entry \(entry.id) was interrupted; it is finished now\n")
    #expect(try result.objects().first?["state"] as? String == "finished")
    #expect(try home.files().isEmpty)
    #expect(try home.run("list").errorText == "there are no open entries\n")
  }
}
