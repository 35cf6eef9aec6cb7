#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A prepared statement of a ``Database``, which alone uses it.
final class Statement {
  private let pointer: OpaquePointer
  private let ledger: String

  /// - Parameter pointer: Is finalized with this object.
  init(_ pointer: OpaquePointer, ledger: String) {
    self.pointer = pointer
    self.ledger = ledger
  }

  deinit { sqlite3_finalize(pointer) }

  /// The row that ``step()`` came to; valid until the next step.
  var row: Row { Row(pointer) }

  /// Gives the parameters `?1`, `?2` and so on their values.
  func bind(_ values: [SQLValue]) throws(LedgerError) {
    for (index, value) in values.enumerated() {
      let result = value.bind(to: pointer, at: CInt(index + 1))
      guard result == SQLITE_OK else { throw error(result) }
    }
  }

  /// Goes on to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws(LedgerError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw error(result)
    }
  }

  /// Makes the statement ready to run again and lets go of what it locked.
  func reset() {
    // Repeats the error of the last step, which has been thrown.
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  private func error(_ result: CInt) -> LedgerError {
    LedgerError(result: result, handle: sqlite3_db_handle(pointer), ledger: ledger)
  }
}

/// A row of a result.
struct Row {
  private let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// The number in the column at `index`, or `nil` for NULL. Text that is no number gives 0.
  func integer(_ index: CInt) -> Int? {
    isNull(index) ? nil : Int(sqlite3_column_int64(pointer, index))
  }

  /// The text in the column at `index`, or `nil` for NULL.
  func text(_ index: CInt) -> String? {
    guard let start = sqlite3_column_text(pointer, index) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes in the column at `index`, or `nil` for NULL.
  func blob(_ index: CInt) -> [UInt8]? {
    if isNull(index) { return nil }
    // No bytes at all have no address.
    guard let start = sqlite3_column_blob(pointer, index) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, index))))
  }

  private func isNull(_ index: CInt) -> Bool {
    sqlite3_column_type(pointer, index) == SQLITE_NULL
  }
}
