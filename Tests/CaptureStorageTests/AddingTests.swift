import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import CaptureStorage

@Suite("Adding to an entry")
struct AddingTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
  }

  @Test("A photo is owned, to be uploaded, and on the disk under its id")
  func photo() async throws {
    let store = try await home.open()
    let draft = await store.newEntry(text: "The lake")
    let media = try await store.addSample("pixels", to: .draft(draft))

    let entry = try await store.entry(draft.id)
    #expect(entry.ownedMedia == [media] && entry.mediaToUpload == [media.id])
    #expect(entry.text == "The lake" && entry.state == .open)
    #expect(media.file == "captures/\(draft.id)/\(media.id).jpg")
    #expect(try home.read(media.file) == Array("pixels".utf8))
    #expect(
      media.byteCount == 6 && media.width == 2048 && media.height == 1536 && media.removed == ["exif", "gps"])
    #expect(try store.open(media).byteCount == 6)
    try home.checkInvariants()
  }

  @Test("A draft is nothing until something is added to it")
  func draft() async throws {
    let store = try await home.open()
    let draft = await store.newEntry()
    await #expect(throws: CaptureStoreError.self) { try await store.entry(draft.id) }
    #expect(try home.sqlite("SELECT * FROM entry") == [])
  }

  @Test("A movie is copied byte for byte")
  func movie() async throws {
    let store = try await home.open()
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = try home.scratch.write(bytes, as: "IMG 0001.MOV")
    let movie = NewMedia.movie(
      try FileByteSource(path: path), fileExtension: "mov", width: 1920, height: 1080, source: .library)
    guard case .media(let media) = try await store.add(movie, to: .draft(store.newEntry())) else {
      Issue.record("no media")
      return
    }
    #expect(media.kind == .movie && media.byteCount == bytes.count)
    #expect(try home.read(media.file) == bytes)
    #expect(try home.scratch.read("IMG 0001.MOV") == bytes)
    try home.checkInvariants()
  }

  @Test("A movie that comes through memory is the same")
  func streamedMovie() async throws {
    let store = try await home.open()
    let bytes = (0..<600_001).map { UInt8(truncatingIfNeeded: $0 &* 11) }
    let movie = NewMedia.movie(
      MemoryByteSource(bytes, name: "movie"), fileExtension: "mp4", width: 8, height: 8, source: .camera)
    guard case .media(let media) = try await store.add(movie, to: .draft(store.newEntry())) else {
      Issue.record("no media")
      return
    }
    #expect(try home.read(media.file) == bytes)
    try home.checkInvariants()
  }

  @Test("The same content twice in one entry is kept once, in another entry again")
  func duplicate() async throws {
    let store = try await home.open()
    let draft = await store.newEntry()
    let first = try await store.addSample("same", to: .draft(draft))
    #expect(try await store.add(.sample("same"), to: .draft(draft)) == .duplicate(of: first.id))
    #expect(try await store.add(.sample("same"), to: .entry(draft.id)) == .duplicate(of: first.id))
    let bytes = Array("same".utf8)
    let movie = NewMedia.movie(
      MemoryByteSource(bytes, name: "m"), fileExtension: "mov", width: 1, height: 1, source: .file)
    #expect(try await store.add(movie, to: .entry(draft.id)) == .duplicate(of: first.id))
    #expect(try await store.entry(draft.id).ownedMedia.count == 1)
    try await store.addSample("same", to: .draft(store.newEntry()))
    try home.checkInvariants()
  }

  @Test("Nothing is added to an entry that is missing or finished")
  func closed() async throws {
    let store = try await home.open()
    let missing = await store.newEntry().id
    let error = await #expect(throws: CaptureStoreError.self) {
      try await store.addSample(to: .entry(missing))
    }
    #expect(error?.code == .noSuchEntry)
    let id = try await store.sampleEntry("one")
    try await store.finish(id, force: true)
    let refusal = await #expect(throws: CaptureStoreError.self) {
      try await store.addSample("two", to: .entry(id))
    }
    #expect(refusal?.code == .finished)
    try home.checkInvariants()
  }

  @Test("Many things that are added at once are all there")
  func parallel() async throws {
    let store = try await home.open()
    let draft = await store.newEntry()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask { try await store.addSample("photo \(number)", to: .draft(draft)) }
      }
      try await group.waitForAll()
    }
    #expect(try await store.entry(draft.id).ownedMedia.count == 40)
    try home.checkInvariants()
  }

  @Test("Kept metadata lie in the entry, with their reason, and nowhere in the photo")
  func keptMetadata() async throws {
    let store = try await home.open()
    let draft = await store.newEntry()
    let photo = try NewMedia.sample("pixels").keepingMetadata(
      "{\"location\":\"TOKEN123\"}", reason: "the map")
    guard case .media(let media) = try await store.add(photo, to: .draft(draft)) else { return }
    #expect(try await store.entry(draft.id).keptMetadata == [.init(media: media.id, reason: "the map")])
    #expect(try await store.keptMetadata(of: media.id) == "{\"location\":\"TOKEN123\"}")
    #expect(try home.read(media.file) == Array("pixels".utf8))
    try await store.finish(draft.id, force: true)
    #expect(try await store.keptMetadata(of: media.id) == nil)
  }

  @Test("A reason without words is none", arguments: ["", "  ", "...", "\n"])
  func emptyReason(reason: String) {
    let error = #expect(throws: CaptureStoreError.self) {
      try NewMedia.sample().keepingMetadata("{}", reason: reason)
    }
    #expect(error?.code == .invalid)
  }

  @Test("Deleted metadata are overwritten in the ledger")
  func overwritten() async throws {
    do {
      let store = try await home.open()
      let draft = await store.newEntry()
      _ = try await store.add(
        .sample().keepingMetadata("{\"a\":\"TOKEN123\"}", reason: "a test"), to: .draft(draft))
      try await store.finish(draft.id, force: true)
    }
    // Whoever closes the ledger last merges what was written beside it.
    let bytes = try home.read("ledger.sqlite")
    #expect(!String(decoding: bytes, as: UTF8.self).contains("TOKEN123"))
  }

  @Test("The home folder may be moved between runs")
  func moved() async throws {
    do {
      let store = try await home.open()
      _ = try await store.sampleEntry("one", "two")
    }
    let moved = "\(home.scratch.path)/elsewhere"
    try FileManager.default.moveItem(atPath: home.path, toPath: moved)
    let store = try await CaptureStore.open(home: URL(fileURLWithPath: moved))
    let entry = try await store.entry(try #require(try await store.entries(limit: 1).first).id)
    for media in entry.ownedMedia { #expect(try store.open(media).byteCount == 3) }
    #expect(try await store.check().isEmpty)
    try await store.finish(entry.id, force: true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(moved)/captures") == [])
  }

  @Test(
    "On a disk without room nothing is half there, and earlier captures are whole",
    .enabled(if: SmallDisk.isAvailable, "a small disk cannot be mounted here"))
  func fullDisk() async throws {
    try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
    try await SmallDisk.mountedAsync(at: home.path, byteCount: 1 << 20) {
      let store = try await home.open()
      let id = try await store.sampleEntry("earlier")
      let large = NewMedia.photo(jpeg: Data(count: 2 << 20), width: 1, height: 1, source: .file)
      let error = await #expect(throws: FileSystemError.self) {
        try await store.add(large, to: .draft(store.newEntry()))
      }
      #expect(error?.code == .noSpace)
      #expect(try await store.entries(.all, limit: 10).map(\.id) == [id])
      try home.checkInvariants()
      try await store.addSample("after", to: .entry(id))
      try home.checkInvariants()
    }
  }
}
