import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import CaptureStorage

/// A home folder of its own for a test.
struct TestHome {
  let scratch: ScratchFolder
  var path: String { "\(scratch.path)/home" }

  init() throws {
    scratch = try ScratchFolder()
  }

  func open(_ surroundings: CaptureStore.Surroundings = .init()) async throws -> CaptureStore {
    try await CaptureStore.open(home: URL(fileURLWithPath: path), surroundings: surroundings)
  }

  /// What sqlite3(1), which knows nothing of this software, says to `sql`: columns are parted by `|`.
  @discardableResult
  func sqlite(_ sql: String) throws -> [String] {
    let text = try Tool.output("sqlite3", ["\(path)/ledger.sqlite", "PRAGMA foreign_keys=OFF; \(sql)"])
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Every file and link among the captures, relative to the home folder.
  func files() throws -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: "\(path)/captures") else { return [] }
    return walk.compactMap { $0 as? String }.filter { name in
      let kind = try? FileManager.default.attributesOfItem(atPath: "\(path)/captures/\(name)")[.type]
      return kind as? FileAttributeType != .typeDirectory
    }
    .map { "captures/\($0)" }.sorted()
  }

  func write(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  func exists(_ name: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")) != nil
  }

  /// Checks that files and rows belong together, by programs that share no code with the store.
  func checkInvariants(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let rows = try sqlite(
      "SELECT 'captures/' || entry || '/' || file, bytes, lower(hex(sha256)), session FROM media"
    )
    .map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    #expect(try files() == rows.map { $0[0] }.sorted(), sourceLocation: sourceLocation)
    for row in rows {
      #expect(row[3] == "", "a claim is left", sourceLocation: sourceLocation)
      let sum = String(decoding: try Tool.output("sha256sum", ["\(path)/\(row[0])"]), as: UTF8.self)
      #expect(sum.hasPrefix(row[2]) && row[2].count == 64, sourceLocation: sourceLocation)
      #expect(try "\(read(row[0]).count)" == row[1], sourceLocation: sourceLocation)
    }
    #expect(try sqlite("PRAGMA foreign_key_check") == [], sourceLocation: sourceLocation)
    #expect(try sqlite("PRAGMA integrity_check") == ["ok"], sourceLocation: sourceLocation)
    let odd = "SELECT id FROM entry WHERE state IN ('adding', 'finishing') OR session IS NOT NULL"
    #expect(try sqlite(odd) == [], sourceLocation: sourceLocation)
    let owning = "SELECT entry.id FROM entry JOIN media ON media.entry = entry.id WHERE state = 'finished'"
    #expect(try sqlite(owning) == [], sourceLocation: sourceLocation)
  }
}

extension NewMedia {
  /// A photo whose file holds `text`: the store looks at no pixel.
  static func sample(_ text: String = "a photo", removed: [String] = ["exif", "gps"]) -> NewMedia {
    .photo(jpeg: Data(text.utf8), width: 2048, height: 1536, source: .camera, removed: removed)
  }
}

extension CaptureStore {
  /// Adds a photo that holds `text`, and expects it to be new.
  @discardableResult
  nonisolated func addSample(_ text: String = "a photo", to target: Target) async throws -> Media {
    guard case .media(let media) = try await add(.sample(text), to: target) else {
      throw FixtureError("'\(text)' was there already")
    }
    return media
  }

  /// An entry with photos that hold `texts`.
  nonisolated func sampleEntry(_ texts: String..., text: String? = nil) async throws -> Identifier<Entry> {
    let draft = await newEntry(text: text)
    for text in texts { try await addSample(text, to: .draft(draft)) }
    return draft.id
  }
}
