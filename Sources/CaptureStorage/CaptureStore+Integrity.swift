/// What SQLite finds when it looks at the whole ledger.
package struct LedgerIntegrity: Sendable, Hashable {
  /// How many steps the form of the ledger has been through.
  package let version: Int
  /// How many media are owned by entries.
  package let mediaCount: Int
  /// What is wrong, a sentence each in lower case and without a full stop.
  package let problems: [String]
}

extension CaptureStore {
  /// Has SQLite check the pages of the ledger and the references between its rows.
  ///
  /// - Parameter isThorough: Whether to look for problems at all.
  /// - Throws: ``LedgerError`` if the ledger cannot be asked. What is wrong with it is no error.
  package func integrity(isThorough: Bool = true) throws(LedgerError) -> LedgerIntegrity {
    var problems: [String] = []
    if isThorough {
      // "If no errors are found, a single row with the value 'ok' is returned."
      problems = try database.rows(sql: "PRAGMA quick_check") { $0.text(0) ?? "" }.filter { $0 != "ok" }
      // "one row for each REFERENCES clause that is violated": the table, its row, the table that is referred to.
      problems += try database.rows(sql: "PRAGMA foreign_key_check") {
        "a row of '\($0.text(0) ?? "")' refers to one of '\($0.text(2) ?? "")' that is missing"
      }
    }
    let count = try database.rows(sql: "SELECT count(*) FROM media WHERE session IS NULL") {
      $0.integer(0) ?? 0
    }
    return LedgerIntegrity(
      version: try database.pragma("user_version"), mediaCount: count.first ?? 0, problems: problems)
  }
}
