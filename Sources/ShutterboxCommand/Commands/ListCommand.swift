import CaptureStorage
import DurableFiles
import JSONText

/// `shutterbox list`: the entries, newest first.
enum ListCommand: Command {
  struct Values: Sendable {
    var filter = CaptureStore.Filter.open
    var limit = 100
    var json = false
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "list",
      summary: "list the captures, newest first",
      discussion: [
        """
        Tells for each entry when it was made, how many photos and movies it owns, how many of them wait to \
        be sent or are stuck, their size and its text. An entry is named by the beginning of its id, which is \
        enough for the other commands.
        """
      ],
      options: [
        .value(
          "state", "STATE", .choice(),
          help: "Which entries: 'open', 'finished' or 'all'; 'open' by default."
        ) { $0.filter = $1 },
        .value(
          "limit", "N", .integer(1...1_000_000), help: "How many entries at most; 100 by default."
        ) { $0.limit = $1 },
        .flag("json", help: "Print one JSON object per entry.") { $0.json = true },
      ],
      operands: .none(), defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    let home = try HomeFolder(session.environment)
    let console = session.console
    // To look at what is not there makes nothing.
    if !home.isThere {
      if !values.json { console.note(nothing(values.filter)) }
      return .success
    }
    return session.withStore(home) { store in
      let found = try await store.entries(values.filter, limit: values.limit + 1)
      let entries = found.prefix(values.limit)
      if values.json {
        for entry in entries { console.print(entry.json.line) }
      } else if entries.isEmpty {
        console.note(nothing(values.filter))
      } else {
        var rows: [EntryTable.Row] = []
        for entry in entries {
          rows.append(EntryTable.Row(name: try await shortName(entry.id, in: store), entry: entry))
        }
        let table = EntryTable(rows: rows, showsState: values.filter == .all)
        for line in table.lines(width: console.outputColumns) { console.print(line) }
      }
      if found.count > values.limit {
        console.note("there are more than these \(values.limit) entries; --limit N shows more of them")
      }
      return .success
    }
  }

  private static func nothing(_ filter: CaptureStore.Filter) -> String {
    switch filter {
    case .open: "there are no open entries"
    case .finished: "there are no finished entries"
    case .all: "there are no entries"
    }
  }

  /// The shortest beginning of `id`, ending where a group of its digits does, that names no other entry.
  private static func shortName(_ id: Identifier<Entry>, in store: CaptureStore) async throws -> String {
    // The first two groups are the time; those made in the same millisecond have them in common.
    for length in [13, 18, 23] {
      let name = String(id.text.prefix(length))
      do {
        _ = try await store.entryID(matching: name)
        return name
      } catch let error as CaptureStoreError where error.code == .ambiguous {}
    }
    return id.text
  }
}
