import Foundation
import PhotoFixtures
import Shutterbox
import Testing

@testable import Inbox

@Suite("Making entries of drops")
struct IngestingTests {
  private let test: TestJournal

  init() async throws {
    test = try await TestJournal()
  }

  private var journal: CaptureJournal { test.journal }

  private func drop(_ files: (name: String, bytes: [UInt8])...) throws -> Drop {
    try journal.inbox.drop(files: files.map { try test.write($0.bytes, as: $0.name) })
  }

  /// What lies in the inbox.
  private func inboxFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(test.home)/inbox").sorted()
  }

  @Test("A drop becomes an entry, and is gone then")
  func whole() async throws {
    _ = try drop(("a.jpg", TestJournal.photo(1)), ("b.mov", TestJournal.movie()))
    let report = try await journal.ingest()
    guard case .ingested(let id, _, refused: []) = try #require(report.drops.first).outcome else {
      Issue.record("\(report)")
      return
    }
    let entry = try await journal.store.entry(id)
    #expect(entry.ownedMedia.map(\.kind) == [.photo, .movie] && entry.mediaToUpload.count == 2)
    #expect(try inboxFiles() == [])
    #expect(try await journal.ingest().drops.isEmpty)
    #expect(try await journal.store.entries(limit: 9).count == 1)
  }

  @Test("What cannot be read is set aside with the reason, the rest is taken")
  func partial() async throws {
    let damaged = try Array(TestJournal.photo(1).prefix(900))
    let drop = try drop(
      ("good.jpg", TestJournal.photo(2)), ("bad.jpg", damaged), ("note.txt", Array("hello".utf8)))
    let report = try await journal.ingest()
    guard case .ingested(let id, _, let refused) = try #require(report.drops.first).outcome else {
      Issue.record("\(report)")
      return
    }
    #expect(
      refused.map(\.name) == ["bad.jpg", "note.txt"] && refused.map(\.code) == ["damaged", "not_an_image"])
    #expect(try await journal.store.entry(id).ownedMedia.count == 1)
    let aside = "aside/\(drop.id)"
    #expect(
      try inboxFiles() == [
        "aside", aside, "\(aside)/2", "\(aside)/3", "\(aside)/drop.json", "\(aside)/refused.json",
      ])
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(test.home)/inbox/\(aside)/2"))) == damaged)
    #expect(try await journal.ingest().drops.isEmpty)
  }

  @Test("A drop of which nothing can be read becomes no entry")
  func nothing() async throws {
    _ = try drop(("a.txt", [1, 2, 3]), ("empty", []))
    guard case .setAside(let refused) = try #require(try await journal.ingest().drops.first).outcome else {
      return
    }
    #expect(refused.count == 2)
    #expect(try await journal.store.entries(.all, limit: 9) == [])
  }

  @Test("A drop that somebody damaged is set aside whole", arguments: ["drop.json", "1"])
  func damagedDrop(name: String) async throws {
    let drop = try drop(("a.jpg", TestJournal.photo(1)))
    try Data("{".utf8).write(to: URL(fileURLWithPath: "\(test.home)/inbox/\(drop.id)/\(name)"))
    guard case .setAside(let refused) = try #require(try await journal.ingest().drops.first).outcome else {
      Issue.record("not set aside")
      return
    }
    #expect(refused.count == 1)
    #expect(try inboxFiles().contains("aside/\(drop.id)/\(name)"))
  }

  @Test("An entry that was made before its drop could go is not made again")
  func again() async throws {
    let drop = try drop(("a.jpg", TestJournal.photo(1)), ("b.txt", [1]))
    guard case .begun(let id) = try await journal.store.beginEntry(ofDrop: drop.id) else { return }
    _ = try await journal.add([.data(Data(TestJournal.photo(1)))], to: .entry(id))
    try journal.inbox.note(
      [Refusal(file: "2", name: "b.txt", code: "not_an_image", reason: "a text")], of: drop)
    try await journal.store.completeEntry(id)
    guard case .finished(id) = try #require(try await journal.ingest().drops.first).outcome else {
      Issue.record("not finished")
      return
    }
    #expect(try await journal.store.entries(.all, limit: 9).map(\.id) == [id])
    let aside = "aside/\(drop.id)"
    #expect(
      try inboxFiles() == ["aside", aside, "\(aside)/2", "\(aside)/drop.json", "\(aside)/refused.json"])
  }

  @Test("What was noted before an entry was undone does not count for the next")
  func staleNote() async throws {
    let drop = try drop(("a.jpg", TestJournal.photo(1)), ("b.jpg", TestJournal.photo(2)))
    try journal.inbox.note([Refusal(file: "2", name: "b.jpg", code: "io", reason: "?")], of: drop)
    guard
      case .ingested(let id, _, refused: []) = try #require(try await journal.ingest().drops.first).outcome
    else {
      Issue.record("not ingested")
      return
    }
    #expect(try await journal.store.entry(id).ownedMedia.count == 2)
    #expect(try inboxFiles() == [])
  }

  @Test("Two journals that ingest at once make one entry of each drop")
  func twoJournals() async throws {
    for number in 0..<12 { _ = try drop(("\(number).jpg", TestJournal.photo(UInt8(number * 20)))) }
    let other = try await CaptureJournal.open(home: URL(fileURLWithPath: test.home))
    async let one = journal.ingest()
    async let two = other.ingest()
    _ = try await (one, two)
    // Each passes over what the other is at.
    _ = try await journal.ingest()
    #expect(try await journal.store.entries(limit: 99).count == 12)
    #expect(try await journal.store.check().isEmpty)
    #expect(try inboxFiles() == [])
  }
}
