import CaptureStorage
import DurableFiles
import Inbox
import JSONText
import PhotoPipeline
import Shutterbox

/// `shutterbox ingest`: makes entries of what was shared.
enum IngestCommand: Command {
  struct Values: Sendable {
    var json = false
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "ingest",
      summary: "make a capture of each drop in the inbox",
      discussion: [
        """
        Of each drop that 'share' or a share extension left, an entry is made: photos are prepared, movies \
        copied as recorded. The drop is removed when the entry is safe. Files that cannot be read are set \
        aside in the inbox, with the reason. It may be interrupted and run again: of a drop one entry is made.
        """
      ],
      options: [.flag("json", help: "Print one JSON object per drop.") { $0.json = true }],
      operands: .none(), defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    let home = try HomeFolder(session.environment)
    let console = session.console
    let options: CaptureOptions
    do throws(ConfigurationError) {
      options = try CaptureOptions(longEdge: nil, quality: nil, movieLocation: nil, session)
    } catch {
      console.report(error.text)
      return .failure
    }
    return session.withJournal(home) { journal in
      let total = try ShareInbox(home.inbox).drops().count
      let progress = ProgressDisplay(console: console, total: total)
      let report: IngestReport
      do {
        defer { progress.finish() }
        report = try await journal.ingest(options: options) { progress.advance(to: $0) }
      }
      if report.drops.isEmpty && !values.json { console.note("the inbox is empty") }
      var code = ExitCode.success
      for (drop, outcome) in report.drops {
        var entry: Entry?
        if let id = outcome.entry { entry = try await journal.store.entry(id) }
        let output = IngestOutput(drop: drop, outcome: outcome, entry: entry)
        if output.tell(console, json: values.json) != .success { code = .failure }
      }
      return code
    }
  }
}

extension IngestReport.Outcome {
  /// The entry that the drop is now.
  fileprivate var entry: Identifier<Entry>? {
    switch self {
    case .ingested(let entry, _, _), .finished(let entry): entry
    case .setAside, .underWay, .failed: nil
    }
  }
}
