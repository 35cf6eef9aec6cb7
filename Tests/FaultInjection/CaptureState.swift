import Foundation
import PhotoFixtures
import Testing

/// What programs that share no code with the store see of the captures in a folder.
struct CaptureState {
  private let root: ScratchFolder
  /// What happened, for messages.
  let comment: Comment

  init(_ root: ScratchFolder, _ comment: String) throws {
    self.root = root
    self.comment = Comment(rawValue: comment)
  }

  private func sqlite(_ sql: String) throws -> [String] {
    let output = try Tool.output("sqlite3", ["\(root.path)/home/ledger.sqlite", sql])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func mediaCount() throws -> Int { try sqlite("SELECT id FROM media").count }

  func entryCount() throws -> Int { try sqlite("SELECT id FROM entry").count }

  /// The drops in the inbox.
  func drops() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/home/inbox").filter { $0 != "aside" }
  }

  /// Whether the one drop holds all that was shared.
  func dropIsWhole() throws -> Bool {
    guard let drop = try drops().first else { return false }
    let wanted = CaptureFixture.inputs.filter { $0.name.hasPrefix("new") }.map(\.bytes)
    return try ["1", "2"].map { try root.read("home/inbox/\(drop)/\($0)") } == wanted
  }

  /// Checks what holds at every instant: there is no file that no row names, and the earlier capture is whole.
  func checkAfterFault() throws {
    let names = Set(
      try sqlite(
        "SELECT entry || '/' || file FROM media UNION ALL SELECT entry || '/.' || id || '.part' FROM media"))
    for file in try files() { #expect(names.contains(file), "\(file): \(comment.rawValue)") }
    #expect(try sqlite("PRAGMA integrity_check") == ["ok"], comment)
    for input in CaptureFixture.inputs { #expect(try root.read(input.name) == input.bytes, comment) }
  }

  /// Checks that the program says what went wrong, if it says that something did.
  func checkTold(_ result: Tool.Result) throws {
    #expect([0, 1].contains(result.status), comment)
    if result.status == 1 {
      #expect(result.errorText.hasPrefix("shutterbox: ") && result.errorText.hasSuffix("\n"), comment)
      #expect(!result.errorText.contains("database is locked"), comment)
    }
  }

  /// Opens the store, and checks that rows and files are the same then.
  func checkReopened() throws {
    let program = ["SHUTTERBOX_HOME=\(root.path)/home", BuiltProgram.path("shutterbox")]
    let list = try Tool.run("env", program + ["list", "--state", "all", "--json"])
    #expect(list.status == 0, "\(list.errorText) \(comment.rawValue)")
    let rows = try sqlite(
      "SELECT entry || '/' || file, bytes, lower(hex(sha256)), session IS NULL FROM media"
    )
    .map { $0.split(separator: "|").map(String.init) }
    #expect(try files() == rows.map { $0[0] }.sorted(), comment)
    for row in rows {
      #expect(row.count == 4 && row[3] == "1", "a claim is left: \(comment.rawValue)")
      let bytes = try root.read("home/captures/\(row[0])")
      let sum = String(decoding: try Tool.output("sha256sum", [], input: bytes), as: UTF8.self)
      #expect("\(bytes.count)" == row[1] && sum.hasPrefix(row[2]), comment)
    }
    #expect(try sqlite("PRAGMA foreign_key_check") == [], comment)
    #expect(
      try sqlite("SELECT id FROM entry WHERE session IS NOT NULL OR state IN ('adding', 'finishing')") == [],
      comment)
    // Folders that no entry needs are gone.
    let folders = Set(try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/home/captures"))
    #expect(folders.subtracting(rows.map { String($0[0].prefix(36)) }) == [], comment)
    // The first entry is never touched.
    let first = try sqlite(
      "SELECT count(*) FROM media WHERE entry = (SELECT id FROM entry ORDER BY id LIMIT 1)")
    #expect(first == ["1"], comment)
  }

  /// Every file among the captures, as `<entry>/<name>`, sorted.
  private func files() throws -> [String] {
    let captures = "\(root.path)/home/captures"
    return try FileManager.default.contentsOfDirectory(atPath: captures).flatMap { entry in
      try FileManager.default.contentsOfDirectory(atPath: "\(captures)/\(entry)").map { "\(entry)/\($0)" }
    }.sorted()
  }
}
