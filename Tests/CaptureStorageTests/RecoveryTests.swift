import DurableFiles
import Foundation
import Hashing
import PhotoFixtures
import Testing

@testable import CaptureStorage

/// What a process leaves that dies between two steps is written by hand here; the command's own tests kill
/// real processes at every step.
@Suite("Recovery")
struct RecoveryTests {
  private let home: TestHome
  /// Nobody has this session's number locked.
  private let dead = 4711

  init() throws {
    home = try TestHome()
  }

  /// Writes the row of media that a process claimed.
  private func claim(
    _ content: String, in entry: Identifier<Entry>, session: Int, isSealed: Bool = true,
    kind: String = "photo"
  ) throws -> MediaFile {
    var ids = IdentifierSource { UInt64.random(in: .min ... .max) }
    let file = MediaFile(
      entry: entry, media: ids.next(milliseconds: 1), fileExtension: kind == "photo" ? "jpg" : "mov")
    let digest = Array(content.utf8).withUnsafeBytes { SHA256Digest(of: $0) }
    let sealed = isSealed ? "\(content.utf8.count), x'\(digest)'" : "NULL, NULL"
    try home.sqlite(
      """
      INSERT INTO media (id, entry, file, kind, source, bytes, sha256, width, height, removed, session)
      VALUES ('\(file.media)', '\(entry)', '\(file.name)', '\(kind)', 'file', \(sealed), 1, 1, '', \(session))
      """)
    return file
  }

  private func write(_ text: String, _ name: FilePath, of file: MediaFile) throws {
    let folder = "captures/\(file.entry)"
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/\(folder)", withIntermediateDirectories: true)
    try home.write(Array(text.utf8), as: "\(folder)/\(name)")
  }

  @Test("A claim without a file is undone, with the entry that was to come with it")
  func claimAlone() async throws {
    var id: Identifier<Entry>?
    do {
      let store = try await home.open()
      id = await store.newEntry().id
    }
    let entry = try #require(id)
    try home.sqlite(
      "INSERT INTO entry (id, state, created_at, session) VALUES ('\(entry)', 'adding', 1, \(dead))")
    let file = try claim("one", in: entry, session: dead)
    try write("on", file.partName, of: file)
    let store = try await home.open()
    #expect(await store.recovery.undoneMedia == [file.media])
    await #expect(throws: CaptureStoreError.self) { try await store.entry(entry) }
    #expect(!home.exists("captures/\(entry)"))
    try home.checkInvariants()
  }

  /// Where the bytes lie when the process dies, and whether they are all there.
  static let places: [(isPart: Bool, text: String, isComplete: Bool)] = [
    (true, "complete", true), (false, "complete", true), (true, "comple", false), (false, "comple", false),
    (true, "completE", false), (true, "", false),
  ]

  @Test("A file with all its bytes is completed, any other undone", arguments: places)
  func file(isPart: Bool, text: String, isComplete: Bool) async throws {
    let id = try await home.open().sampleEntry("earlier")
    let file = try claim("complete", in: id, session: dead)
    try write(text, isPart ? file.partName : file.name, of: file)
    let store = try await home.open()
    #expect(await store.recovery.completedMedia == (isComplete ? [file.media] : []))
    #expect(await store.recovery.undoneMedia == (isComplete ? [] : [file.media]))
    #expect(try await store.entry(id).ownedMedia.count == (isComplete ? 2 : 1))
    #expect(try await store.entry(id).mediaToUpload.count == (isComplete ? 2 : 1))
    try home.checkInvariants()
    #expect(try await home.open().recovery.isEmpty)
  }

  @Test("A movie is complete once its digest is noted", arguments: [true, false])
  func movie(isSealed: Bool) async throws {
    let id = try await home.open().sampleEntry("earlier")
    let file = try claim("a movie", in: id, session: dead, isSealed: isSealed, kind: "movie")
    try write("a movie", file.partName, of: file)
    let store = try await home.open()
    #expect(try await store.entry(id).ownedMedia.count == (isSealed ? 2 : 1))
    try home.checkInvariants()
  }

  @Test("A link in the place of the file is not followed")
  func link() async throws {
    let id = try await home.open().sampleEntry("earlier")
    let file = try claim("complete", in: id, session: dead)
    let target = try home.scratch.write(Array("complete".utf8), as: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/captures/\(id)/\(file.name)", withDestinationPath: target)
    let store = try await home.open()
    #expect(await store.recovery.undoneMedia == [file.media])
    #expect(try home.scratch.read("elsewhere") == Array("complete".utf8))
    try home.checkInvariants()
  }

  @Test("What a process that is alive is adding is left to it")
  func alive() async throws {
    let other = try await home.open()
    let id = try await other.sampleEntry("earlier")
    let file = try claim("complete", in: id, session: await other.session.id)
    try write("compl", file.partName, of: file)
    let store = try await home.open()
    #expect(await store.recovery.isEmpty)
    #expect(home.exists("captures/\(id)/\(file.partName)"))
    let error = await #expect(throws: CaptureStoreError.self) { try await store.finish(id, force: true) }
    #expect(error?.code == .underWay)
    #expect(try await store.check().isEmpty)
    withExtendedLifetime(other) {}
  }

  @Test("The claim of a process that died meanwhile does not stand in the way of finishing")
  func deadClaim() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("earlier")
    let file = try claim("complete", in: id, session: dead)
    try write("comp", file.partName, of: file)
    #expect(try await store.finish(id, force: true).deleted.count == 1)
    try home.checkInvariants()
  }

  @Test("The claim of a process that died meanwhile does not stand in the way of the same content")
  func deadClaimOfSameContent() async throws {
    let store = try await home.open()
    let id = try await store.sampleEntry("earlier")
    let file = try claim("complete", in: id, session: dead)
    try write("comp", file.partName, of: file)
    try await store.addSample("complete", to: .entry(id))
    #expect(try await store.entry(id).ownedMedia.count == 2)
    try home.checkInvariants()
  }

  @Test("What another store is just adding cannot be added at the same time")
  func sameContentUnderWay() async throws {
    let other = try await home.open()
    let id = try await other.sampleEntry("earlier")
    _ = try claim("complete", in: id, session: await other.session.id)
    let store = try await home.open()
    let error = await #expect(throws: CaptureStoreError.self) {
      try await store.addSample("complete", to: .entry(id))
    }
    #expect(error?.code == .underWay)
    withExtendedLifetime(other) {}
  }

  @Test("A finish that was interrupted is completed", arguments: [0, 1, 2])
  func finishing(gone: Int) async throws {
    var id: Identifier<Entry>?
    var files: [String] = []
    do {
      let store = try await home.open()
      id = try await store.sampleEntry("one", "two")
      files = try await store.entry(#require(id)).ownedMedia.map(\.file)
    }
    let entry = try #require(id)
    try home.sqlite("UPDATE entry SET state = 'finishing'")
    for file in files.prefix(gone) { try FileManager.default.removeItem(atPath: "\(home.path)/\(file)") }
    let store = try await home.open()
    #expect(await store.recovery.finishedEntries == [entry])
    #expect(try await store.entry(entry).state == .finished)
    try home.checkInvariants()
  }

  @Test("A finish that cannot be completed is told, and keeps nobody from opening")
  func stuckFinish() async throws {
    let id = try await home.open().sampleEntry("one")
    try home.sqlite("UPDATE entry SET state = 'finishing'; UPDATE media SET file = '../x'")
    let store = try await home.open()
    #expect(await store.recovery.failures.count == 1)
    #expect(try await store.entry(id).state == .open)
  }

  @Test("A drop's entry that was not completed is undone, media and all")
  func drop() async throws {
    let drop = "019abf3c-5f00-7a31-8c4e-00000000d209"
    do {
      let store = try await home.open()
      guard case .begun(let id) = try await store.beginEntry(ofDrop: drop) else { return }
      try await store.addSample("one", to: .entry(id))
      #expect(try await store.entries(.all, limit: 9) == [])
      #expect(try await store.uploadQueue().waiting == 0)
      await #expect(throws: CaptureStoreError.self) { try await store.entry(id) }
    }
    let store = try await home.open()
    #expect(await store.recovery.undoneEntries.count == 1)
    try home.checkInvariants()
    guard case .begun(let id) = try await store.beginEntry(ofDrop: drop) else { return }
    try await store.addSample("one", to: .entry(id))
    try await store.completeEntry(id)
    #expect(try await store.entry(id).mediaToUpload.count == 1)
    #expect(try await store.beginEntry(ofDrop: drop) == .isThere(id))
    try home.checkInvariants()
    try await store.finish(id, force: true)
    #expect(try await store.beginEntry(ofDrop: drop) == .isThere(id))
  }

  @Test("Of two processes that take the same drop, one gets it")
  func dropTwice() async throws {
    let drop = "019abf3c-5f00-7a31-8c4e-00000000d209"
    let stores = try await [home.open(), home.open()]
    guard case .begun(let id) = try await stores[0].beginEntry(ofDrop: drop) else { return }
    let error = await #expect(throws: CaptureStoreError.self) { try await stores[1].beginEntry(ofDrop: drop) }
    #expect(error?.code == .underWay)
    try await stores[0].abandonEntry(id)
    guard case .begun = try await stores[1].beginEntry(ofDrop: drop) else {
      Issue.record("not begun")
      return
    }
  }
}
