/// One step from an older form of the ledger to the next.
///
/// A step that has been released is never changed: what a ledger went through must be what everybody
/// else's went through. What it got wrong, a later step puts right.
struct Migration: Sendable {
  /// What the step does, for errors.
  let name: String
  /// The statements that do it.
  let sql: String
}

extension Database {
  /// "SHBX": marks the file as a ledger of this software (https://www.sqlite.org/pragma.html#pragma_application_id).
  static let applicationID = 0x5348_4258

  /// Takes the database through the steps that it has not been through, each in a transaction.
  ///
  /// `user_version` counts the steps. A process that comes second finds them done.
  ///
  /// - Throws: ``LedgerError`` with the code `newer` if the database has been through more steps than are
  ///   known, `foreign` if it is that of another program, or another if a step fails, of which nothing has
  ///   happened then.
  func migrate(through steps: [Migration]) throws {
    while try completedSteps(of: steps) < steps.count {
      try transaction {
        let version = try completedSteps(of: steps)
        guard version < steps.count else { return }
        do throws(LedgerError) {
          try execute(steps[version].sql)
        } catch {
          throw LedgerError(
            code: error.code, ledger: name, message: "migration '\(steps[version].name)': \(error.message)",
            result: error.result)
        }
        try execute("PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(version + 1)")
      }
    }
  }

  /// How many of `steps` the database has been through.
  ///
  /// - Throws: ``LedgerError`` as ``migrate(through:)`` does; nothing has been changed.
  func completedSteps(of steps: [Migration]) throws(LedgerError) -> Int {
    let version = try pragma("user_version")
    let application = try pragma("application_id")
    if application != Self.applicationID {
      let changes = try pragma("schema_version")
      guard version == 0, application == 0, changes == 0 else {
        throw LedgerError(code: .foreign, ledger: name, message: "is the database of another program")
      }
    }
    guard version <= steps.count else {
      throw LedgerError(
        code: .newer, ledger: name,
        message:
          "a newer version of Shutterbox made this ledger (version \(version), known are \(steps.count)); update Shutterbox"
      )
    }
    return version
  }

  /// The number that PRAGMA `name` tells.
  func pragma(_ name: String) throws(LedgerError) -> Int {
    try rows(sql: "PRAGMA \(name)", read: { $0.integer(0) ?? 0 }).first ?? 0
  }
}
