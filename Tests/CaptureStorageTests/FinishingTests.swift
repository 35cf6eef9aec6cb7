import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import CaptureStorage

@Suite("Finishing an entry")
struct FinishingTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
  }

  private func finish(_ store: CaptureStore, _ id: Identifier<Entry>) async throws -> Finished {
    try await store.finish(id, force: true)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(home.path)/\(path)", withDestinationPath: target)
  }

  @Test("Exactly what it owns is deleted, and told")
  func deletes() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "three")
    let other = try await store.sampleEntry("another entry's")
    let files = try await store.entry(id).ownedMedia.map(\.file)
    let finished = try await finish(store, id)
    #expect(finished.deleted == files && finished.freedByteCount == 8 && finished.left == [])
    #expect(try await store.entry(other).ownedMedia.map(\.file) == home.files())
    #expect(!home.exists("captures/\(id)"))
    #expect(try await store.entry(id).state == .finished)
    #expect(try await store.entry(id).ownedMedia == [])
    try home.checkInvariants()
  }

  @Test("It is refused while media are to be uploaded, unless forced")
  func refused() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "two")
    let error = await #expect(throws: CaptureStoreError.self) { try await store.finish(id) }
    #expect(error?.code == .stillToUpload && error?.message.contains("2 of its media") == true)
    #expect(try home.files().count == 2)
    try home.sqlite("DELETE FROM upload")
    #expect(try await store.finish(id).deleted.count == 2)
    try home.checkInvariants()
  }

  @Test("A dry run tells the same and changes nothing")
  func dryRun() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "two")
    await #expect(throws: CaptureStoreError.self) { try await store.finish(id, isDryRun: true) }
    let told = try await store.finish(id, force: true, isDryRun: true)
    #expect(try await store.entry(id).state == .open)
    try home.checkInvariants()
    #expect(try await finish(store, id) == told)
  }

  @Test("Finishing twice is harmless")
  func twice() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one")
    _ = try await finish(store, id)
    let again = try await store.finish(id)
    #expect(again.deleted == [] && again.freedByteCount == 0)
  }

  @Test("A file that is gone already is no error")
  func gone() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "three")
    let file = try await store.entry(id).ownedMedia[0].file
    try FileManager.default.removeItem(atPath: "\(home.path)/\(file)")
    #expect(try await finish(store, id).freedByteCount == 5)
    let other = try await store.sampleEntry("two")
    try FileManager.default.removeItem(atPath: "\(home.path)/captures/\(other)")
    #expect(try await finish(store, other).deleted == [])
    try home.checkInvariants()
  }

  @Test("What lies in the folder and is not owned stays, and is told")
  func foreignFile() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one")
    try home.write([1], as: "captures/\(id)/family.jpg")
    let finished = try await finish(store, id)
    #expect(finished.left == ["captures/\(id)/family.jpg"] && finished.deleted.count == 1)
    #expect(try home.read("captures/\(id)/family.jpg") == [1])
  }

  /// What a hand that edits the ledger may write as the name of a file.
  static let names = [
    "../../outside.jpg", "/etc/hosts", "..", ".", "", "sub/inside.jpg", "../other", "neighbor.jpg",
  ]

  @Test(
    "A row that names what is not the entry's own is refused, and nothing at all is deleted", arguments: names
  )
  func hostileRow(name: String) async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "two")
    try home.scratch.write([7], as: "outside.jpg")
    try home.write([8], as: "captures/\(id)/neighbor.jpg")
    let victim = try await store.entry(id).ownedMedia[0].id
    try home.sqlite("UPDATE media SET file = '\(name)' WHERE id = '\(victim)'")
    let error = await #expect(throws: CaptureStoreError.self) { try await finish(store, id) }
    #expect(error?.code == .notOwned)
    #expect(try home.files().count == 3)
    #expect(try home.scratch.read("outside.jpg") == [7])
    #expect(try await store.entry(id).state == .open)
  }

  @Test("A row that names another one's file is refused")
  func otherMedia() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "two")
    let media = try await store.entry(id).ownedMedia
    try home.sqlite("UPDATE media SET file = '\(media[1].id).jpg' WHERE id = '\(media[0].id)'")
    await #expect(throws: CaptureStoreError.self) { try await finish(store, id) }
    #expect(try home.files().count == 2)
  }

  @Test("An entry whose id leads elsewhere is refused")
  func hostileEntry() async throws {
    let store = try await home.open()
    _ = try await store.sampleEntry("one")
    try home.sqlite("UPDATE entry SET id = '../../..'; UPDATE media SET entry = '../../..'")
    let id = Identifier<Entry>(known: "../../..")
    let error = await #expect(throws: (any Error).self) { try await finish(store, id) }
    #expect((error as? CaptureStoreError)?.code == .notOwned)
    #expect(try home.files().count == 1)
  }

  @Test("A link in the place of a file is not followed and not removed")
  func linkedFile() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one", "two")
    let file = try await store.entry(id).ownedMedia[0].file
    let target = try home.scratch.write([9, 9], as: "the user's own")
    try FileManager.default.removeItem(atPath: "\(home.path)/\(file)")
    try link(file, to: target)
    let error = await #expect(throws: CaptureStoreError.self) { try await finish(store, id) }
    #expect(error?.code == .notOwned)
    #expect(try home.scratch.read("the user's own") == [9, 9])
    #expect(home.exists(file))
    let media = try await store.entry(id).ownedMedia[0]
    #expect(throws: CaptureStoreError.self) { try store.open(media) }
  }

  @Test("A link in the place of the folder, or of all captures, is not followed", arguments: [true, false])
  func linkedFolder(isEntry: Bool) async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("one")
    let moved = "\(home.scratch.path)/moved"
    let place = isEntry ? "captures/\(id)" : "captures"
    try FileManager.default.moveItem(atPath: "\(home.path)/\(place)", toPath: moved)
    try link(place, to: moved)
    let error = await #expect(throws: CaptureStoreError.self) { try await finish(store, id) }
    #expect(error?.code == .notOwned)
    await #expect(throws: CaptureStoreError.self) { try await store.addSample("two", to: .entry(id)) }
    let left = FileManager.default.enumerator(atPath: moved)?.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".jpg")
    }
    #expect(left?.count == 1)
  }

  @Test("A prefix stands for an entry as long as there is one only")
  func prefix() async throws {
    let store = try await home.open()
    let ids = try await [store.sampleEntry("one"), store.sampleEntry("two")]
    #expect(try await store.entryID(matching: ids[0].text) == ids[0])
    #expect(try await store.entryID(matching: String(ids[1].text.uppercased().dropLast(4))) == ids[1])
    let ambiguous = await #expect(throws: CaptureStoreError.self) { try await store.entryID(matching: "0") }
    #expect(ambiguous?.code == .ambiguous)
    for text in ["", "zz", "%", "../", "019abf3c-0000-7000-8000-000000000009"] {
      let error = await #expect(throws: CaptureStoreError.self) { try await store.entryID(matching: text) }
      #expect(error?.code == .noSuchEntry)
    }
  }
}
