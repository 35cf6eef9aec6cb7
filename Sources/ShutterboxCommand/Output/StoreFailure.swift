import CaptureStorage
import DurableFiles
import JSONText

/// Why something could not be done with the captures, as it is told to scripts and people.
struct StoreFailure: Error, Hashable {
  /// That of the error, such as `no_such_entry` or `permission_denied`.
  let code: String
  /// The entry, file or ledger that it is about.
  let subject: String
  /// One sentence in lower case and without a full stop.
  let message: String

  /// - Parameter subject: What an error is about that does not say so itself.
  init(_ error: any Error, subject: String) {
    switch error {
    case let error as CaptureStoreError:
      (code, self.subject, message) = (error.code.description, error.subject, error.message)
    case let error as LedgerError:
      (code, self.subject, message) = (error.code.description, error.ledger, error.message)
    case let error as FileSystemError:
      (code, self.subject, message) = (error.code.description, error.path, error.message)
    default: (code, self.subject, message) = ("io", subject, "\(error)")
    }
  }

  /// The line for people, without the name of the program.
  var text: String { TerminalText.plain("\(subject): \(message)") }

  /// The line for scripts.
  ///
  /// - Parameter entry: As the user wrote it.
  func json(entry: String) -> JSONValue {
    .object([
      .init("entry", .string(entry)), .init("status", .string("error")), .init("code", .string(code)),
      .init("message", .string(subject == entry ? message : "\(subject): \(message)")),
    ])
  }
}
