import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import CaptureStorage

@Suite("The ledger")
struct LedgerTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
  }

  @Test("Every statement finds its rows through an index", arguments: Query.allCases)
  func plan(query: Query) throws {
    let database = try Ledger.open(in: Folder.making(FilePath(home.path)))
    let plan = try database.rows(sql: "EXPLAIN QUERY PLAN \(query.rawValue)") { $0.text(3) ?? "" }
    // The few rows that are under way have an index of their own, which is read as a whole; one page of entries
    // is read off an index from its beginning.
    let small = ["entry_under_way", "media_claimed"]
    let pages = query.rawValue.contains("LIMIT") ? ["entry_open", "entry_finished", "entry_shown"] : []
    for step in plan where step.contains("SCAN") {
      #expect((small + pages).contains { step.hasSuffix("INDEX \($0)") }, "\(query): \(step)")
    }
    // Entries come out of an index in the order in which they are shown.
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(query): \(plan)")
  }

  @Test("A commit is on the disk when it returns, and what is deleted is overwritten")
  func settings() throws {
    let database = try Ledger.open(in: Folder.making(FilePath(home.path)))
    #expect(try database.rows(sql: "PRAGMA journal_mode") { $0.text(0) } == ["wal"])
    #expect(try database.pragma("synchronous") == 2)
    #expect(try database.pragma("foreign_keys") == 1)
    #expect(try database.pragma("secure_delete") == 1)
    #expect(try database.pragma("user_version") == LedgerSchema.migrations.count)
  }

  @Test("Leases and what is struck off wait for no disk; what a file's life hangs on does")
  func durability() async throws {
    let store = try await home.open()
    let entry = try await store.sampleEntry("one")
    #expect(try await store.isDurable())
    let lease = try await store.leaseUpload(ceiling: 900, destination: "here")
    let media = try #require(lease?.media.id)
    #expect(try await !store.isDurable())
    // Bytes go to an address that must be found again.
    try await store.rememberUpload("address", of: media, at: "here")
    #expect(try await store.isDurable())
    _ = try await store.strikeOff(media, finishing: false)
    #expect(try await !store.isDurable())
    try await store.finish(entry, force: true)
    #expect(try await store.isDurable())
  }

  @Test("An entry that is to be finished is so on the disk before any file goes")
  func durableFinishing() async throws {
    let store = try await home.open()
    let entry = try await store.sampleEntry("one")
    let lease = try await store.leaseUpload(ceiling: 900, destination: "here")
    #expect(try await store.strikeOff(try #require(lease?.media.id), finishing: true) == entry)
    #expect(try await store.isDurable())
  }

  @Test("Only the owner can read the ledger and what lies beside it")
  func permissions() async throws {
    let store = try await home.open()
    _ = try await store.sampleEntry("one")
    for name in try FileManager.default.contentsOfDirectory(atPath: home.path) {
      let mode =
        try FileManager.default.attributesOfItem(atPath: "\(home.path)/\(name)")[.posixPermissions] as? Int
      #expect(mode.map { $0 & 0o077 } == 0, "\(name)")
    }
  }

  @Test("A ledger of a newer version is refused and not touched")
  func newer() async throws {
    _ = try await home.open()
    try home.sqlite("PRAGMA user_version = 99")
    let before = try home.read("ledger.sqlite")
    let error = await #expect(throws: LedgerError.self) { try await home.open() }
    #expect(error?.code == .newer && error?.message.contains("update Shutterbox") == true)
    #expect(try home.read("ledger.sqlite") == before)
  }

  @Test(
    "The database of another program is refused and not touched",
    arguments: [
      "CREATE TABLE note (text)", "PRAGMA application_id = 1", "PRAGMA user_version = 1",
    ])
  func foreign(sql: String) async throws {
    _ = try Folder.making(FilePath(home.path))
    try home.sqlite(sql)
    let before = try home.read("ledger.sqlite")
    let error = await #expect(throws: LedgerError.self) { try await home.open() }
    #expect(error?.code == .foreign)
    #expect(try home.read("ledger.sqlite") == before)
  }

  @Test("A file that is no database is told")
  func noDatabase() async throws {
    _ = try Folder.making(FilePath(home.path))
    try home.write(
      Array("This is a text, and a long one, of more than a hundred bytes: ".utf8)
        + [UInt8](repeating: 65, count: 100), as: "ledger.sqlite")
    let error = await #expect(throws: LedgerError.self) { try await home.open() }
    #expect(error?.code == .damaged)
  }

  @Test("A migration that fails has changed nothing, and is named")
  func failingMigration() throws {
    let database = try Ledger.open(in: Folder.making(FilePath(home.path)))
    let steps =
      LedgerSchema.migrations + [Migration(name: "odd", sql: "CREATE TABLE a (b); CREATE TABLE a (b)")]
    let error = #expect(throws: LedgerError.self) { try database.migrate(through: steps) }
    #expect(error?.message.contains("'odd'") == true)
    #expect(try database.rows(sql: "SELECT 1 FROM sqlite_schema WHERE name = 'a'") { $0.integer(0) } == [])
    #expect(try database.pragma("user_version") == LedgerSchema.migrations.count)
  }

  @Test("Steps that a ledger has not been through are made up for, in order, once")
  func laterMigration() throws {
    let folder = try Folder.making(FilePath(home.path))
    let database = try Ledger.open(in: folder)
    let steps =
      LedgerSchema.migrations + [
        Migration(name: "one", sql: "CREATE TABLE extra (a)"),
        Migration(name: "two", sql: "INSERT INTO extra VALUES (1)"),
      ]
    try database.migrate(through: steps)
    let other = try Database(folder.path(of: Ledger.fileName))
    try other.migrate(through: steps)
    #expect(try other.rows(sql: "SELECT a FROM extra") { $0.integer(0) } == [1])
  }

  @Test("A transaction whose body fails has changed nothing")
  func rollback() throws {
    let database = try Ledger.open(in: Folder.making(FilePath(home.path)))
    #expect(throws: FixtureError.self) {
      try database.transaction {
        try database.run(.insertEntry, .text("a"), .null, .integer(0), .null, .integer(1))
        throw FixtureError("after a change")
      }
    }
    #expect(try database.row(.entryState, .text("a")) { $0.text(0) } == nil)
  }

  @Test("A ledger that is certain is not changed by settling")
  func settling() throws {
    let database = try Ledger.open(in: Folder.making(FilePath(home.path)))
    try database.settle()
    #expect(try database.rows(sql: "SELECT number FROM settled") { $0.integer(0) } == [0])
  }
}

extension CaptureStore {
  /// Whether the last transaction was on the disk when it returned.
  fileprivate func isDurable() throws -> Bool { try database.pragma("synchronous") == 2 }
}
