#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A value for a parameter of a statement.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int)
  case text(String)
  case blob([UInt8])

  /// `text`, or NULL if there is none.
  static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }

  /// `number`, or NULL if there is none.
  static func optional(_ number: Int?) -> SQLValue { number.map(SQLValue.integer) ?? .null }

  /// Hands a copy of the value to the statement.
  ///
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    switch self {
    case .null:
      return sqlite3_bind_null(statement, index)
    case .integer(let number):
      return sqlite3_bind_int64(statement, index, Int64(number))
    case .text(let text):
      return Array(text.utf8).withUnsafeBytes { bytes in
        // Without an address SQLite would take an empty text for NULL.
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        return sqlite3_bind_text(statement, index, start, CInt(clamping: bytes.count), Self.copied)
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), Self.copied)
      }
    }
  }

  /// `SQLITE_TRANSIENT`, a macro that Swift does not see: "SQLite makes its own private copy".
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
