import Foundation
import PhotoFixtures
import Shutterbox
import Testing

@Suite("Adding photos and movies to the journal")
struct AddingTests {
  @Test("A photo is stored prepared, and nothing of its metadata anywhere")
  func photo() async throws {
    let test = try await TestJournal()
    let report = try await test.journal.add([.data(Data(TestJournal.photo()))], to: test.draft())
    let media = try #require(report.added.first)
    #expect(media.kind == .photo && media.width == 64 && media.height == 96)
    #expect(Set(media.removed).isSuperset(of: ["exif", "gps"]))
    let tags = try ExifTool.tags(test.read(media))
    #expect(!tags.keys.contains { $0.hasPrefix("GPS") || $0.hasPrefix("IFD0") || $0.hasPrefix("ExifIFD") })
    let entry = try await test.journal.store.entry(#require(report.entry))
    #expect(entry.ownedMedia == [media] && entry.keptMetadata == [])
    for name in try FileManager.default.subpathsOfDirectory(atPath: test.home) {
      guard let data = FileManager.default.contents(atPath: "\(test.home)/\(name)") else { continue }
      #expect(data.range(of: Data("TOKEN123".utf8)) == nil, "\(name)")
    }
  }

  @Test("Photos come in the order given, and one that cannot be cleaned leaves nothing behind")
  func several() async throws {
    let test = try await TestJournal()
    let items = try (0..<7).map { number -> CaptureItem in
      let bytes = try TestJournal.photo(UInt8(number * 30))
      return .data(Data(number == 3 ? Array(bytes.prefix(bytes.count / 2)) : bytes), name: "photo \(number)")
    }
    let report = try await test.journal.add(items, to: test.draft())
    #expect(report.outcomes.count == 7 && report.failures.map(\.index) == [3])
    #expect((report.failures.first?.error as? PhotoPreparer.Error)?.code == "damaged")
    let entry = try await test.journal.store.entry(#require(report.entry))
    #expect(entry.ownedMedia == report.added && entry.ownedMedia.count == 6)
    #expect(try test.mediaFiles() == entry.ownedMedia.map(\.file).sorted())
  }

  @Test("If nothing can be added there is no entry")
  func nothing() async throws {
    let test = try await TestJournal()
    let report = try await test.journal.add(
      [.data(Data("no photo".utf8)), .data(Data()), .file(URL(fileURLWithPath: "/nowhere"))], to: test.draft()
    )
    #expect(report.entry == nil && report.failures.count == 3)
    #expect(try await test.journal.store.entries(.all, limit: 9) == [])
    #expect(try test.mediaFiles() == [])
  }

  @Test("The same photo twice in one entry is kept once")
  func duplicate() async throws {
    let test = try await TestJournal()
    let photo = try CaptureItem.data(Data(TestJournal.photo()))
    let report = try await test.journal.add([photo, photo], to: test.draft())
    let media = try #require(report.added.first)
    guard case .duplicate(media.id) = report.outcomes[1] else {
      Issue.record("\(report.outcomes[1])")
      return
    }
    #expect(try test.mediaFiles() == [media.file])
  }

  @Test("A movie is stored as recorded, and that it tells its place is told")
  func movie() async throws {
    let test = try await TestJournal()
    let bytes = TestJournal.movie()
    let url = try test.write(bytes, as: "IMG_1.MOV")
    let report = try await test.journal.add([.file(url)], to: test.draft())
    guard case .added(let media, true) = try #require(report.outcomes.first) else {
      Issue.record("\(report.outcomes)")
      return
    }
    #expect(media.kind == .movie && media.file.hasSuffix(".mov"))
    #expect(try test.read(media) == bytes)
  }

  @Test("The place of a movie is blanked where that is asked for, and the original stays as it is")
  func movieWithoutPlace() async throws {
    let test = try await TestJournal()
    let bytes = TestJournal.movie()
    let url = try test.write(bytes, as: "IMG_1.MOV")
    var options = CaptureOptions()
    options.movieLocation = .remove
    let report = try await test.journal.add([.file(url)], to: test.draft(), options: options)
    guard case .added(let media, false) = try #require(report.outcomes.first) else {
      Issue.record("\(report.outcomes)")
      return
    }
    let stored = try test.read(media)
    #expect(stored.count == bytes.count && media.removed == ["movie-location"])
    #expect(Data(stored).range(of: Data("TOKEN123".utf8)) == nil)
    #expect(try ExifTool.tags(stored).keys.allSatisfy { !$0.contains("GPS") })
    #expect(try [UInt8](Data(contentsOf: url)) == bytes)
  }

  @Test("A movie without its index is refused, and named as what it is")
  func cutMovie() async throws {
    let test = try await TestJournal()
    var movie = MovieFile()
    movie.hasIndex = false
    let report = try await test.journal.add([.data(Data(movie.bytes()))], to: test.draft())
    let error = report.failures.first?.error as? PhotoPreparer.Error
    #expect(error?.code == "damaged" && error?.reason.contains("index") == true)
    #expect(try test.mediaFiles() == [])
  }

  @Test("Metadata are kept with a reason, in the entry and not in the photo")
  func keptMetadata() async throws {
    let test = try await TestJournal()
    var options = CaptureOptions()
    options.metadataReason = "the map of the walk"
    let report = try await test.journal.add(
      [.data(Data(TestJournal.photo()))], to: test.draft(), options: options)
    let media = try #require(report.added.first)
    let json = try #require(try await test.journal.store.keptMetadata(of: media.id))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((object["location"] as? [String: Any])?["latitude"] as? Double == 46.5)
    #expect(Data(try test.read(media)).range(of: Data("TOKEN123".utf8)) == nil)
    options.metadataReason = " . "
    await #expect(throws: CaptureStoreError.self) {
      try await test.journal.add([.data(Data(TestJournal.photo(9)))], to: test.draft(), options: options)
    }
  }

  @Test("Bytes that come piece by piece are the same photo or movie")
  func stream() async throws {
    let test = try await TestJournal()
    let bytes = TestJournal.movie()
    let pieces = AsyncStream<Data> { continuation in
      for start in stride(from: 0, to: bytes.count, by: 100) {
        continuation.yield(Data(bytes[start..<min(bytes.count, start + 100)]))
      }
      continuation.finish()
    }
    let item = try await test.journal.item(streaming: pieces)
    let report = try await test.journal.add([item], to: test.draft())
    #expect(try test.read(#require(report.added.first)) == bytes)
    // What was gathered has no name, so nothing else is there.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: test.home).allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test("A stream that breaks off leaves nothing behind")
  func brokenStream() async throws {
    let test = try await TestJournal()
    let pieces = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(Data(count: 1000))
      continuation.finish(throwing: FixtureError("the line is cut"))
    }
    await #expect(throws: FixtureError.self) { try await test.journal.item(streaming: pieces) }
    #expect(try test.mediaFiles() == [])
  }
}
