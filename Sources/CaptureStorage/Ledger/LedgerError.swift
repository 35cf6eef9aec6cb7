#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// What went wrong with the ledger, and what to do about it.
public struct LedgerError: Error, Sendable, Hashable {
  /// What kind of failure it was. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case noSpace = "no_space"
      case io
      case permissionDenied = "permission_denied"
      case damaged
      case newer
      case foreign
      case busy
      case misuse
    }

    private let kind: Kind

    /// The disk is full.
    public static let noSpace = Code(kind: .noSpace)
    /// The disk or the system failed.
    public static let io = Code(kind: .io)
    /// The file system refuses this user, or is mounted read-only.
    public static let permissionDenied = Code(kind: .permissionDenied)
    /// The file is no database, or its pages contradict each other.
    public static let damaged = Code(kind: .damaged)
    /// A newer version of this software made the ledger.
    public static let newer = Code(kind: .newer)
    /// The database is that of another program.
    public static let foreign = Code(kind: .foreign)
    /// Another process kept the ledger for longer than is waited.
    public static let busy = Code(kind: .busy)
    /// The ledger refused what was asked of it.
    public static let misuse = Code(kind: .misuse)

    public var description: String { kind.rawValue }
  }

  /// The kind of failure.
  public let code: Code
  /// The file of the ledger.
  public let ledger: String
  /// One sentence without the path, in lower case and without a full stop.
  public let message: String
  /// SQLite's extended result code, where it gave one.
  public let result: CInt?

  init(code: Code, ledger: String, message: String, result: CInt? = nil) {
    self.code = code
    self.ledger = ledger
    self.message = message
    self.result = result
  }
}

extension LedgerError: CustomStringConvertible {
  public var description: String { "\(ledger): \(message)" }
}

extension LedgerError {
  /// Names the failure that SQLite calls `result`, with what the connection says of it.
  init(result: CInt, handle: OpaquePointer, ledger: String) {
    self.init(result: result, message: String(cString: sqlite3_errmsg(handle)), ledger: ledger)
  }

  /// Names the failure that SQLite calls `result` (https://www.sqlite.org/rescode.html).
  init(result: CInt, message: String, ledger: String) {
    let (code, message): (Code, String) =
      switch result & 0xFF {
      case SQLITE_FULL: (.noSpace, "the disk is full; free some space and try again")
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
        (.permissionDenied, "the ledger cannot be written; check who owns it and its folder")
      case SQLITE_CANTOPEN: (.io, "the ledger or a file beside it cannot be opened: \(message)")
      case SQLITE_CORRUPT, SQLITE_NOTADB:
        (.damaged, "the ledger is damaged: \(message); keep the folder and restore the file from a backup")
      case SQLITE_BUSY, SQLITE_LOCKED:
        (.busy, "another process has been using the ledger for a minute; try again when it has ended")
      case SQLITE_IOERR: (.io, "the ledger cannot be read or written: \(message)")
      case SQLITE_NOMEM: (.io, "there is no memory")
      default: (.misuse, "the ledger refused a change: \(message)")
      }
    self.init(code: code, ledger: ledger, message: message, result: result)
  }
}
