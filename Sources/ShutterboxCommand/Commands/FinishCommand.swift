import CaptureStorage
import JSONText

/// `shutterbox finish`: deletes what entries own.
enum FinishCommand: Command {
  struct Values: Sendable {
    var force = false
    var isDryRun = false
    var json = false
    var entries: [String] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "finish",
      summary: "delete what captures own, and mark them finished",
      discussion: [
        """
        Exactly the files that the entry owns are deleted, in its own folder and through no link. An entry \
        with media that are still to be sent is refused. To finish an entry twice is harmless.
        """,
        """
        ENTRY is the id of an entry, or the beginning of it if no other id begins so.
        """,
      ],
      options: [
        .flag("force", help: "Delete also what is still to be sent.") { $0.force = true },
        .flag("dry-run", help: "Delete nothing; tell what would be deleted.") { $0.isDryRun = true },
        .flag("json", help: "Print one JSON object per entry.") { $0.json = true },
      ],
      operands: .init(placeholder: "ENTRY...", count: 1...Int.max, noun: "an id of an entry") {
        $0.entries = $1.map(\.text)
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    session.withStore(try HomeFolder(session.environment)) { store in
      var code = ExitCode.success
      for entry in values.entries {
        do {
          try await finish(entry, values, store, session.console)
        } catch {
          code = .failure
          let failure = StoreFailure(error, subject: entry)
          if values.json { session.console.print(failure.json(entry: entry).line) }
          session.console.report(failure.text)
        }
      }
      return code
    }
  }

  private static func finish(
    _ entry: String, _ values: Values, _ store: CaptureStore, _ console: Console
  ) async throws {
    let id = try await store.entryID(matching: entry)
    let finished = try await store.finish(id, force: values.force, isDryRun: values.isDryRun)
    if values.json {
      let state = try await store.entry(id).state
      console.print(finished.json(state: state, isDryRun: values.isDryRun).line)
    } else {
      console.print(finished.text(isDryRun: values.isDryRun))
    }
    for file in finished.left {
      console.report(TerminalText.plain("\(file): is not the entry's own and stays"))
    }
  }
}
