import CaptureStorage
import JSONText

/// `shutterbox show`: everything about an entry.
enum ShowCommand: Command {
  struct Values: Sendable {
    var json = false
    var entry = ""
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "show",
      summary: "show a capture: its media and what is still to be sent",
      discussion: [
        """
        ENTRY is the id of an entry, or the beginning of it if no other id begins so. The names of files are \
        relative to the home folder. Of metadata that are kept beside a photo, only the reason is told.
        """
      ],
      options: [.flag("json", help: "Print one JSON object.") { $0.json = true }],
      operands: .init(placeholder: "ENTRY", count: 1...1, noun: "an id of an entry") { values, found in
        values.entry = found[0].text
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    let console = session.console
    return session.withStore(try HomeFolder(session.environment)) { store in
      do {
        let entry = try await store.entry(store.entryID(matching: values.entry))
        console.print(values.json ? entry.json.line : entry.linesForPeople)
        return .success
      } catch {
        let failure = StoreFailure(error, subject: values.entry)
        if values.json { console.print(failure.json(entry: values.entry).line) }
        console.report(failure.text)
        return .failure
      }
    }
  }
}
