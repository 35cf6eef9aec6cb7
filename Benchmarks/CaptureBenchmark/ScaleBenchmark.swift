import Foundation
import Shutterbox

/// The same questions to a small journal and to a large one.
struct ScaleBenchmark {
  let folder: URL

  func run(_ rounds: Int) async throws -> [String: Any] {
    var homes: [(count: Int, home: URL)] = []
    for count in [1_000, 100_000] { homes.append((count, try await home(count))) }
    var times: [String: Times] = [:]
    for _ in 0..<rounds {
      for (count, home) in homes {
        func measure<Result>(_ name: String, _ body: () async throws -> Result) async throws -> Result {
          try await times["\(name)_\(count)", default: Times()].measure(body)
        }
        let store = try await measure("open") { try await CaptureStore.open(home: home) }
        let page = try await measure("list") { try await store.entries(limit: 50) }
        guard page.count == 50, page.allSatisfy({ $0.photos == 3 }) else {
          throw BenchmarkFailure("a page is short")
        }
        let middle = try await store.entryID(matching: id(count / 2))
        let entry = try await measure("show") { try await store.entry(middle) }
        let next = try await measure("next") { try await store.uploads(stuck: false, limit: 1).first }
        guard entry.ownedMedia.count == 3, next != nil else { throw BenchmarkFailure("media are missing") }
      }
    }
    return times.mapValues(\.median)
  }

  private func id(_ number: Int) -> String { "00000000-0000-7000-8000-\(String(format: "%012d", number))" }

  /// A home folder with `count` entries in its ledger; there are no files, which nothing here reads.
  private func home(_ count: Int) async throws -> URL {
    let home = folder.appendingPathComponent("home-\(count)")
    _ = try await CaptureStore.open(home: home)
    let sql = """
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO entry (id, text, state, created_at)
        SELECT printf('00000000-0000-7000-8000-%012d', i), 'entry ' || i, 'open', 1700000000000 + i FROM n;
      WITH three(k) AS (VALUES (1), (2), (3))
      INSERT INTO media (id, entry, file, kind, source, bytes, sha256, width, height, removed)
        SELECT printf('0000000%d', k) || substr(id, 9), id, printf('0000000%d', k) || substr(id, 9) || '.jpg', 'photo',
          'camera', 400000, randomblob(32), 2048, 1536, 'exif gps' FROM entry, three;
      INSERT INTO upload (media, state, next_try_at, attempts, rank) SELECT id, 'waiting', 0, 0, 1700000000000 FROM media;
      COMMIT;
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", home.appendingPathComponent("ledger.sqlite").path, sql]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchmarkFailure("sqlite3 failed") }
    return home
  }
}
