import CaptureStorage
import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox doctor", .needsSQLite)
struct DoctorCommandTests {
  private let home: CaptureHome

  init() throws {
    home = try CaptureHome()
  }

  /// What `doctor --json` says, each check with its lines.
  private func diagnose(
    _ arguments: String..., environment: [String] = [], status: Int
  ) throws -> [String: [[String: Any]]] {
    let result = try Shutterbox.run(
      ["doctor", "--json"] + arguments, in: home.scratch,
      environment: ["SHUTTERBOX_HOME=\(home.path)"] + environment)
    #expect(result.status == status, "\(result.text)")
    return Dictionary(grouping: try result.objects()) { $0["check"] as? String ?? "" }
  }

  private func detail(_ lines: [[String: Any]]?) -> String {
    (lines ?? []).compactMap { $0["detail"] as? String }.joined(separator: "\n")
  }

  private static let checks: Set = [
    "home", "ledger", "recovery", "files", "inbox", "decoders", "disk", "destination", "configuration",
  ]

  @Test("Before the first capture nothing is wrong, and nothing is made", .needsHEIFPrograms)
  func acceptsNothing() throws {
    let checks = try diagnose(status: 0)
    #expect(Set(checks.keys) == Self.checks)
    #expect(checks.values.joined().allSatisfy { $0["ok"] as? Bool == true && $0["detail"] is String })
    #expect(!FileManager.default.fileExists(atPath: home.path))
  }

  @Test("A home in order is exit code 0", .needsHEIFPrograms)
  func acceptsOrder() async throws {
    try await home.add(photos: 2, movies: 1)
    let checks = try diagnose(status: 0)
    #expect(Set(checks.keys) == Self.checks)
    #expect(detail(checks["ledger"]).contains("3 media"))
    #expect(detail(checks["files"]) == "3 media are as the ledger says")
    let text = try home.run("doctor")
    #expect(text.status == 0)
    #expect(text.lines.allSatisfy { $0.hasPrefix("ok ") })
  }

  @Test("A ledger that cannot be opened is told, and the other checks are made")
  func goesOnWithoutLedger() async throws {
    try await home.add()
    try home.sql("PRAGMA user_version = 99")
    let newer = try diagnose(status: 3)
    #expect(Set(newer.keys) == Self.checks)
    #expect(newer["ledger"]?.first?["ok"] as? Bool == false)
    #expect(detail(newer["ledger"]).contains("a newer version of Shutterbox made this ledger"))
    #expect(newer["files"]?.first?["ok"] as? Bool == false)
    #expect(newer["disk"]?.first?["ok"] as? Bool == true)
    try home.scratch.write(Array("no database at all, but long enough".utf8), as: "home/ledger.sqlite")
    #expect(detail(try diagnose(status: 3)["ledger"]).contains("is damaged"))
  }

  @Test("Rows that refer to nothing are found")
  func findsBrokenReferences() async throws {
    let entry = try await home.add()
    try home.sql("PRAGMA foreign_keys = OFF; DELETE FROM entry WHERE id = '\(entry.id)'")
    let checks = try diagnose(status: 3)
    #expect(checks["ledger"]?.first?["ok"] as? Bool == false)
    #expect(detail(checks["ledger"]).contains("a row of 'media' refers to one of 'entry' that is missing"))
  }

  @Test("A damaged page of the ledger is found")
  func findsDamagedPages() async throws {
    for second in 0..<40 {
      try await home.add(text: String(repeating: "text", count: 50), at: 1_714_559_400 + Double(second))
    }
    try home.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let root = try #require(
      Int(
        try home.sql("SELECT rootpage FROM sqlite_schema WHERE name = 'entry_shown'")
          .trimmingCharacters(in: .whitespacesAndNewlines)))
    var bytes = try home.scratch.read("home/ledger.sqlite")
    // The index loses its cells, so it has fewer entries than its table.
    let page = (root - 1) * 4096
    bytes[page + 3] = 0
    bytes[page + 4] = 1
    try home.scratch.write(bytes, as: "home/ledger.sqlite")
    let checks = try diagnose(status: 3)
    #expect(checks["ledger"]?.first?["ok"] as? Bool == false)
    #expect(checks["configuration"]?.first?["ok"] as? Bool == true)
  }

  @Test("What was interrupted and put right is told and is no failure", .needsHEIFPrograms)
  func tellsRecovery() async throws {
    let entry = try await home.add()
    try home.sql("UPDATE entry SET state = 'finishing' WHERE id = '\(entry.id)'")
    let checks = try diagnose(status: 0)
    #expect(detail(checks["recovery"]).contains("finishing the entry \(entry.id) was interrupted"))
    #expect(detail(try diagnose(status: 0)["recovery"]) == "nothing was interrupted")
  }

  @Test("A home that others can open, or that is a file, is not in order")
  func checksHome() throws {
    try home.scratch.makeFolder("home")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path)
    #expect(detail(try diagnose(status: 3)["home"]) == "\(home.path): is open to others; run chmod 700 on it")
    try FileManager.default.removeItem(atPath: home.path)
    try home.scratch.write([], as: "home")
    let checks = try diagnose(status: 3)
    #expect(detail(checks["home"]).contains("is not a folder"))
    #expect(Set(checks.keys) == Self.checks)
  }

  @Test("A disk that is nearly full, or read-only, is not in order", .needsSmallDisk)
  func checksDisk() throws {
    try home.scratch.makeFolder("disk")
    let disk = "\(home.scratch.path)/disk"
    try SmallDisk.mounted(at: disk, byteCount: 1 << 20) {
      _ = try Tool.output("chmod", ["700", disk])
      let full = try diagnose(environment: ["SHUTTERBOX_HOME=\(disk)"], status: 3)
      #expect(full["disk"]?.first?["ok"] as? Bool == false)
      #expect(detail(full["disk"]).contains("too little"))
      #expect(full["home"]?.first?["ok"] as? Bool == true)
      _ = try Tool.output("mount", ["-o", "remount,ro", disk])
      let readOnly = try diagnose(environment: ["SHUTTERBOX_HOME=\(disk)"], status: 3)
      #expect(detail(readOnly["home"]).contains("cannot be written"))
      #expect(readOnly["ledger"]?.first?["ok"] as? Bool == false)
    }
  }

  @Test("Decoders that are missing are told")
  func checksDecoders() throws {
    // Files that are no libraries lie in their places.
    let names = ["libheif.so.1", "libavcodec.so.59", "libavcodec.so.60", "libavcodec.so.61"]
    for name in names { try home.scratch.write([0], as: name) }
    let checks = try diagnose(environment: ["LD_LIBRARY_PATH=\(home.scratch.path)"], status: 3)
    let lines = try #require(checks["decoders"])
    #expect(lines.map { $0["ok"] as? Bool } == [true, false, false])
    #expect(detail(lines).contains("libheif is missing") && detail(lines).contains("libavcodec is missing"))
  }

  @Test("A configuration that does not hold is not in order; unknown keys are told")
  func checksConfiguration() throws {
    try home.scratch.makeFolder("config/shutterbox")
    func configure(_ text: String, _ status: Int) throws -> [String: [[String: Any]]] {
      try home.scratch.write(Array(text.utf8), as: "config/shutterbox/config.json")
      return try diagnose(status: status)
    }
    #expect(detail(try configure("nonsense", 3)["configuration"]).contains("is not a JSON object"))
    #expect(detail(try configure(#"{"quality": 7}"#, 3)["configuration"]).contains("quality: must be"))
    let exposed = try configure(#"{"token": "geheim"}"#, 3)
    #expect(detail(exposed["configuration"]).contains("can be read by others"))
    try home.scratch.makeFolder("photos")
    let odd = try configure(#"{"zzz": 1, "destination": "\#(home.scratch.path)/photos"}"#, 0)
    #expect(detail(odd["configuration"]).contains("unknown key 'zzz'"))
    #expect(detail(odd["destination"]) == "\(home.scratch.path)/photos: files can be written")
    let missing = try configure(#"{"destination": "/nowhere/at/all"}"#, 3)
    #expect(detail(missing["destination"]).contains("is the disk mounted?"))
    let nobody = try configure(#"{"destination": "tus+http://127.0.0.1:9/files"}"#, 3)
    #expect(detail(nobody["destination"]).hasPrefix("tus+http://127.0.0.1:9/files: "))
  }

  @Test(
    "A file without a row and a row without a file are found, and --repair puts both right",
    .needsHEIFPrograms)
  func repairsFiles() async throws {
    let entry = try await home.add(photos: 3)
    let files = entry.ownedMedia.map(\.file)
    try FileManager.default.removeItem(atPath: "\(home.path)/\(files[0])")
    try home.scratch.write([1, 2, 3], as: "home/captures/\(entry.id)/stray.jpg")
    let found = try #require(try diagnose(status: 3)["files"])
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0["ok"] as? Bool == false && $0["repaired"] as? Bool == false })
    #expect(detail(found).contains("\(files[0]): ") && detail(found).contains("stray.jpg: "))

    let repaired = try #require(try diagnose("--repair", status: 0)["files"])
    #expect(repaired.count == 2)
    #expect(repaired.allSatisfy { $0["ok"] as? Bool == false && $0["repaired"] as? Bool == true })
    #expect(detail(try diagnose(status: 0)["files"]) == "2 media are as the ledger says")
    let aside = try home.scratch.files().filter { $0.hasPrefix("home/aside/") }
    #expect(aside.count == 1)
    #expect(try home.scratch.read(aside[0]) == [1, 2, 3])
  }

  @Test("A file whose content is another stays as it is and stays told")
  func keepsWrongContent() async throws {
    let entry = try await home.add(photos: 1)
    try home.scratch.write(Array("PHOTO 0".utf8), as: "home/\(entry.ownedMedia[0].file)")
    for _ in 0..<2 {
      let found = try #require(try diagnose("--repair", status: 3)["files"])
      #expect(found.map { $0["repaired"] as? Bool } == [false])
    }
    let text = try home.run("doctor")
    #expect(text.status == 3)
    #expect(text.lines.contains { $0.hasPrefix("WRONG     files          captures/") })
  }

  @Test(
    "What waits in the inbox, was left over or set aside is told; what cannot be read is wrong",
    .needsHEIFPrograms)
  func looksIntoInbox() throws {
    #expect(detail(try diagnose(status: 0)["inbox"]) == "is empty")
    try home.scratch.write([1, 2, 3], as: "a.jpg")
    let drop = try #require(try home.run("share", "--json", "a.jpg").objects().first?["drop"] as? String)
    #expect(detail(try diagnose(status: 0)["inbox"]) == "1 drop is to be taken in by 'shutterbox ingest'")
    let other = String(drop.dropLast(4)) + "aaaa"
    try home.scratch.makeFolder("home/inbox/.new-\(other)")
    try home.scratch.makeFolder("home/inbox/aside/\(other)")
    try home.scratch.write(
      Array(#"{"version":1,"refused":[{"file":"1","name":"a.jpg","code":"damaged","reason":"it is"}]}"#.utf8),
      as: "home/inbox/aside/\(other)/refused.json")
    let lines = try #require(try diagnose(status: 0)["inbox"])
    #expect(lines.count == 3)
    #expect(detail(lines).contains("1 drop is not finished"))
    #expect(detail(lines).contains("inbox/aside/\(other): is set aside; a.jpg: it is"))
    try home.scratch.write([1], as: "home/inbox/\(drop)/1")
    #expect(detail(try diagnose(status: 3)["inbox"]).contains("\(drop)/1: has 1 bytes, and 3 were copied"))
  }
}
