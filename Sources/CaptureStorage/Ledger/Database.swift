import DurableFiles

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// One connection to an SQLite database.
///
/// It belongs to whoever holds it, who must not use it from two threads at once; ``CaptureStore`` is the
/// actor that sees to that. Other processes may use the same database: what they lock is waited for.
final class Database {
  /// How long is waited for other processes, in milliseconds. A transaction of this module takes a few
  /// milliseconds, and with many processes at work each of them may be overtaken many times.
  static let busyTimeout: CInt = 60_000

  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  /// Whether the last attempt to change the ledger failed when it was to be committed.
  private var isUncertain = false
  /// That of the last transaction; `nil` before the first.
  private var durability: Durability?
  let name: String

  /// Opens the database in the file at `path`, which must exist; an empty file is an empty database.
  ///
  /// - Throws: ``LedgerError`` if the file cannot be opened.
  init(_ path: FilePath) throws(LedgerError) {
    name = path.description
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = path.withCString { sqlite3_open_v2($0, &handle, flags, nil) }
    // Without memory for a connection there is no handle; with any other failure there is one.
    guard let handle else { throw LedgerError(result: result, message: "there is no memory", ledger: name) }
    guard result == SQLITE_OK else {
      let error = LedgerError(result: result, handle: handle, ledger: name)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.busyTimeout)
  }

  deinit {
    // Statements must go first, or the connection would stay open as a "zombie".
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs `sql`, one or more statements without parameters, whose rows are passed over.
  func execute(_ sql: String) throws(LedgerError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs `query` and returns how many rows it changed.
  @discardableResult
  func run(_ query: Query, _ values: SQLValue...) throws(LedgerError) -> Int {
    let statement = try statement(query.rawValue)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
    return Int(sqlite3_changes(handle))
  }

  /// Runs `query` and returns what `read` makes of each row, in order.
  func rows<Value>(
    _ query: Query, _ values: SQLValue..., read: (Row) -> Value
  ) throws(LedgerError) -> [Value] {
    try rows(sql: query.rawValue, values, read: read)
  }

  /// Runs `query` and returns what `read` makes of its first row, or `nil` if there is none.
  func row<Value>(
    _ query: Query, _ values: SQLValue..., read: (Row) -> Value
  ) throws(LedgerError) -> Value? {
    let statement = try statement(query.rawValue)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? read(statement.row) : nil
  }

  /// As ``rows(_:_:read:)``, for the few statements that are no ``Query``.
  func rows<Value>(
    sql: String, _ values: [SQLValue] = [], read: (Row) -> Value
  ) throws(LedgerError) -> [Value] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var result: [Value] = []
    while try statement.step() { result.append(read(statement.row)) }
    return result
  }

  /// When what a transaction did survives a loss of power. The death of a process it survives in any case.
  enum Durability: String {
    /// When the transaction returns.
    case immediate = "PRAGMA synchronous = FULL"
    /// With the next transaction that is durable at once, or soon. Until then it may be undone as a whole, and so may all
    /// that came after it; nothing waits for the disk.
    case deferred = "PRAGMA synchronous = NORMAL"
  }

  /// Runs `body` in a transaction that no other process can come between.
  ///
  /// - Throws: What `body` throws, after which nothing of it has happened; or ``LedgerError`` if the transaction
  ///   could not be begun, with the same effect, or committed: then whoever opens the ledger next may find it
  ///   done or not. See ``settle()``.
  func transaction<Result>(
    _ durability: Durability = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    if durability != self.durability {
      try execute(durability.rawValue)
      self.durability = durability
    }
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      // A failure of the disk may have rolled back already; the first error is the one that counts.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func commit() throws(LedgerError) {
    do throws(LedgerError) {
      try execute("COMMIT")
      isUncertain = false
    } catch {
      isUncertain = true
      throw error
    }
  }

  /// Makes sure that a transaction that could not be committed has not happened.
  ///
  /// All of it may stand in the write-ahead log: it failed while that was synced, say. For this connection it
  /// is rolled back, but whoever reads the log anew takes it for done. Another transaction, which takes
  /// its place there, ends that. Before this has returned, no file may go that either outcome needs.
  ///
  /// - Throws: ``LedgerError`` if the ledger still cannot be changed.
  func settle() throws {
    if isUncertain { _ = try transaction { try run(.settle) } }
  }

  private func statement(_ sql: String) throws(LedgerError) -> Statement {
    if let statement = statements[sql] { return statement }
    var pointer: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil))
    guard let pointer else {
      throw LedgerError(code: .misuse, ledger: name, message: "an SQL statement is empty")
    }
    let statement = Statement(pointer, ledger: name)
    statements[sql] = statement
    return statement
  }

  private func check(_ result: CInt) throws(LedgerError) {
    if result != SQLITE_OK { throw LedgerError(result: result, handle: handle, ledger: name) }
  }
}
