import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import CaptureStorage

@Suite("Checking files against rows")
struct CheckingTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
  }

  private func file(_ store: CaptureStore, _ id: Identifier<Entry>) async throws -> String {
    try #require(try await store.entry(id).ownedMedia.first).file
  }

  @Test("What is as the ledger says gives no finding")
  func healthy() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "two")
    try await store.finish(store.sampleEntry("three"), force: true)
    #expect(try await store.check(repairing: true).isEmpty)
    #expect(try await store.entry(id).ownedMedia.count == 2)
  }

  /// What becomes of a file that holds `one`, and what is found then.
  static let changes: [(content: String, kind: Finding.Kind)] = [
    ("", .emptyFile), ("longer", .wrongSize), ("ono", .wrongContent),
  ]

  @Test("A file of another content than its row says is told, and stays as it is", arguments: changes)
  func content(content: String, kind: Finding.Kind) async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one")
    let name = try await file(store, id)
    try home.write(Array(content.utf8), as: name)
    for repairing in [false, true] {
      let findings = try await store.check(repairing: repairing)
      #expect(findings.map(\.kind) == [kind] && findings.map(\.subject) == [name])
      #expect(findings.map(\.isRepaired) == [false])
    }
    #expect(try home.read(name) == Array(content.utf8))
    #expect(try await store.entry(id).ownedMedia.count == 1)
  }

  @Test("A row without a file is told, and removed by a repair")
  func missing() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "two")
    let name = try await file(store, id)
    try FileManager.default.removeItem(atPath: "\(home.path)/\(name)")
    #expect(try await store.check().map(\.kind) == [.missingFile])
    #expect(try await store.entry(id).ownedMedia.count == 2)
    let repaired = try await store.check(repairing: true)
    #expect(repaired.map(\.kind) == [.missingFile] && repaired.map(\.isRepaired) == [true])
    #expect(try await store.check().isEmpty)
    try home.checkInvariants()
  }

  @Test("Files and folders that no row names are told, and moved aside by a repair")
  func orphans() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one")
    let unknown = "019abf3c-0000-7000-8000-000000000009"
    for folder in [unknown, "family"] {
      try FileManager.default.createDirectory(
        atPath: "\(home.path)/captures/\(folder)", withIntermediateDirectories: true)
    }
    let orphans = [
      "captures/\(id)/\(unknown).jpg", "captures/\(id)/.\(unknown).part", "captures/\(id)/notes.txt",
      "captures/\(unknown)/\(unknown).mov", "captures/family", "captures/stray.jpg",
    ]
    for (number, name) in orphans.enumerated() where name != "captures/family" {
      try home.write([UInt8(number)], as: name)
    }
    try home.write([5], as: "captures/family/photo.jpg")

    #expect(try await Set(store.check().map(\.subject)) == Set(orphans))
    #expect(try await store.check().allSatisfy { $0.kind == .orphan && !$0.isRepaired })
    let repaired = try await store.check(repairing: true)
    #expect(repaired.count == orphans.count && repaired.allSatisfy(\.isRepaired))
    #expect(try await store.check().isEmpty)
    try home.checkInvariants()

    let aside = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/aside").first)
    for (number, name) in orphans.enumerated() where name != "captures/family" {
      #expect(try home.read("aside/\(aside)/\(name.dropFirst(9))") == [UInt8(number)])
    }
    #expect(try home.read("aside/\(aside)/family/photo.jpg") == [5])
  }

  @Test("A row that names what cannot be its own is told; a repair removes the row and touches no file")
  func hostile() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one")
    let name = try await file(store, id)
    try home.scratch.write([7], as: "outside.jpg")
    try home.sqlite("UPDATE media SET file = '../../../outside.jpg'")
    #expect(try await Set(store.check().map(\.kind)) == [.notOwned, .orphan])
    _ = try await store.check(repairing: true)
    #expect(try await store.check().isEmpty)
    #expect(try home.scratch.read("outside.jpg") == [7])
    #expect(!home.exists(name))
    try home.checkInvariants()
    #expect(try await store.finish(id).deleted == [])
  }

  @Test("A link in the place of a file is told and not followed")
  func link() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one")
    let name = try await file(store, id)
    let target = try home.scratch.write(Array("one".utf8), as: "elsewhere")
    try FileManager.default.removeItem(atPath: "\(home.path)/\(name)")
    try FileManager.default.createSymbolicLink(atPath: "\(home.path)/\(name)", withDestinationPath: target)
    #expect(try await store.check().map(\.kind) == [.notOwned])
    _ = try await store.check(repairing: true)
    #expect(try await store.check().isEmpty)
    #expect(try home.scratch.read("elsewhere") == Array("one".utf8))
  }

  @Test("The same is found of more entries than are read at once")
  func many() async throws {
    let store = try await home.open()
    _ = try await store.sampleEntry("one")
    try home.sqlite(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO entry (id, state, created_at) SELECT printf('00000000-0000-7000-8000-%012d', i), 'open', i FROM n;
      INSERT INTO media (id, entry, file, kind, source, bytes, sha256, width, height, removed)
        SELECT id, id, id || '.jpg', 'photo', 'file', 1, zeroblob(32), 1, 1, '' FROM entry WHERE id < '00000001'
      """)
    let findings = try await store.check()
    #expect(findings.count == 2500 && findings.allSatisfy { $0.kind == .missingFile })
  }
}
