import Foundation
import PhotoFixtures
import Testing

@testable import CaptureStorage

/// Every form in which a ledger was ever written can be opened.
///
/// `Versions/version-N.sql` is what sqlite3(1) dumped of a ledger of version N, and never changes.
@Suite("Ledgers of every version")
struct VersionTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Versions")

  @Test("There is a fixture of each version")
  func complete() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(names == (1...LedgerSchema.migrations.count).map { "version-\($0).sql" })
  }

  @Test("Its entries, media and lists are there after opening", arguments: 1...LedgerSchema.migrations.count)
  func opens(version: Int) async throws {
    let home = try TestHome()
    try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
    let sql = try String(
      contentsOf: Self.folder.appendingPathComponent("version-\(version).sql"), encoding: .utf8)
    try home.sqlite(sql)
    let entry = "019abf3c-5f00-7a31-8c4e-0123456789ab"
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/captures/\(entry)", withIntermediateDirectories: true)
    for (name, text) in [
      ("019abf3c-5f01-7000-8000-000000000001.jpg", "one"),
      ("019abf3c-5f02-7000-8000-000000000002.mov", "two"),
    ] {
      try home.write(Array(text.utf8), as: "captures/\(entry)/\(name)")
    }

    let store = try await home.open()
    #expect(await store.recovery.isEmpty)
    let opened = try await store.entry(store.entryID(matching: "019abf3c-5"))
    #expect(opened.text == "Grandmother's garden" && opened.state == .open)
    #expect(opened.createdAt == Date(timeIntervalSince1970: 1_764_000_000.5))
    #expect(opened.ownedMedia.map(\.kind) == [.photo, .movie])
    #expect(opened.ownedMedia.map(\.source) == [.camera, .library])
    #expect(opened.ownedMedia.map(\.removed) == [["exif", "gps"], []])
    #expect(opened.mediaToUpload.map(\.text) == ["019abf3c-5f02-7000-8000-000000000002"])
    #expect(opened.ownedMedia[1].upload == .stuck(reason: "the receiver refused it"))
    #expect(opened.keptMetadata.map(\.reason) == ["the map of the garden"])
    #expect(try await store.keptMetadata(of: opened.ownedMedia[0].id) == "{\"a\":1}")
    #expect(try await store.check().isEmpty)
    #expect(
      try await store.entries(.finished, limit: 10).map(\.id.text) == ["019abf3c-0000-7000-8000-000000000009"]
    )

    // The newest form of a ledger says the same, however it came to be.
    let made = try TestHome()
    _ = try await made.open()
    let tables = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
    #expect(try home.sqlite(tables) == made.sqlite(tables))
    try await store.finish(opened.id, force: true)
    try home.checkInvariants()
  }
}
