import DurableFiles

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// Opens the database that says what there is.
enum Ledger {
  /// The name of its file in the home folder.
  static let fileName: FilePath = "ledger.sqlite"

  /// Opens the ledger in the folder `home`, makes it if it is missing, and brings it to the newest form.
  ///
  /// WAL: a reader never waits for a writer. What is committed is on the disk when the call returns, but for what
  /// ``Database/Durability/deferred`` allows. `secure_delete`: what is deleted, such as a place, is overwritten.
  static func open(in home: Folder) throws -> Database {
    // Only its owner can read it; SQLite gives the files beside it the same permissions.
    try home.makeFileIfMissing(fileName)
    let database = try Database(home.path(of: fileName))
    try database.execute(
      "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF"
    )
    // Before anything is changed: the file may be another program's.
    _ = try database.completedSteps(of: LedgerSchema.migrations)
    try useWriteAheadLog(database)
    try database.migrate(through: LedgerSchema.migrations)
    return database
  }

  /// Switches to the write-ahead log, which stays on.
  private static func useWriteAheadLog(_ database: Database) throws(LedgerError) {
    var waited: CInt = 0
    while try database.rows(sql: "PRAGMA journal_mode", read: { $0.text(0) }).first != "wal" {
      do throws(LedgerError) {
        try database.execute("PRAGMA journal_mode = WAL")
      } catch {
        // "If the journal mode could not be changed, the original journal mode is returned", or BUSY at once
        // while another process does the same: the busy handler is not asked for this lock.
        guard error.code == .busy, waited < Database.busyTimeout else { throw error }
        waited += sqlite3_sleep(5)
      }
    }
  }
}
