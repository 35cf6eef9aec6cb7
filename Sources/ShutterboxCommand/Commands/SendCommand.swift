import CaptureStorage
import Connectivity
import Shutterbox
import UploadOutbox

/// `shutterbox send`: sends what is still to upload.
enum SendCommand: Command {
  struct Values: Sendable {
    /// `nil` for what is configured.
    var destination: String?
    var isWatching = false
    /// `nil` for what is configured.
    var network: NetworkPolicy?
    var concurrency = OutboxOptions().concurrency
    var finishing = false
    var json = false
    var entries: [String] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "send",
      summary: "send what is still to upload",
      discussion: [
        """
        Media are sent oldest first, small ones before large ones, and struck off the list when the receiver has \
        proved to have them. What fails is tried again later and holds up nothing else; what the receiver refuses \
        is stuck, and stays on the list with the reason. It may be interrupted at any time: sending goes on where \
        it was. Several may run at once.
        """,
        """
        DESTINATION is 'tus+https://…' or 'tus+http://…', the address of a tus server; 's3://bucket/prefix', with \
        the endpoint, the region and the keys of the AWS_ variables; or a folder. It is configured as \
        'destination', or by SHUTTERBOX_DESTINATION.
        """,
        """
        With an ENTRY only its media are sent: at once, even if they are put off or stuck.
        """,
      ],
      options: [
        .value("to", "DESTINATION", .text, help: "Where to send.") { $0.destination = $1 },
        .flag("watch", help: "Go on sending what comes, until stopped.") { $0.isWatching = true },
        .value(
          "network", "NETWORK", .choice(),
          help: "'any', or 'unmetered' for none that is known to cost by volume; 'any' by default."
        ) { $0.network = $1 },
        .value("concurrency", "N", .integer(1...16), help: "How many at a time, 1 to 16; 4 by default.") {
          $0.concurrency = $1
        },
        .flag("finish", help: "Finish each entry as soon as all that it owns is sent.") {
          $0.finishing = true
        },
        .flag("json", help: "Print one JSON object per item.") { $0.json = true },
      ],
      operands: .init(placeholder: "[ENTRY...]", count: 0...Int.max, noun: "an id of an entry") {
        $0.entries = $1.map(\.text)
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    if values.isWatching && !values.entries.isEmpty {
      throw UsageError("--watch sends everything; leave out the entries", command: name)
    }
    let home = try HomeFolder(session.environment)
    let settings: SendSettings
    do {
      settings = try SendSettings(
        destination: values.destination, network: values.network, configuration: session.configuration())
    } catch let error as DestinationText.Failure {
      throw UsageError(error.message, command: name)
    } catch {
      session.console.report(TerminalText.plain("\(error)"))
      return .failure
    }
    for warning in settings.warnings { session.console.report(warning) }
    return session.withJournal(home) { journal in
      var options = OutboxOptions()
      options.concurrency = values.concurrency
      options.network = settings.network
      options.finishWhenSent = values.finishing
      return try await Sending(
        journal: journal, settings: settings, options: options, values: values, console: session.console
      ).run()
    }
  }
}

/// One run of the command.
private struct Sending {
  let journal: CaptureJournal
  let settings: SendSettings
  let options: OutboxOptions
  let values: SendCommand.Values
  let console: Console

  func run() async throws -> ExitCode {
    var chosen: [QueuedUpload]?
    if !values.entries.isEmpty {
      var found: [QueuedUpload] = []
      for entry in values.entries {
        found += try await journal.store.uploads(of: journal.store.entryID(matching: entry))
      }
      chosen = found
    }
    let total =
      if let chosen {
        (chosen.count, chosen.reduce(0) { $0 + $1.media.byteCount })
      } else {
        try await waiting()
      }
    let report = SendReport(console: console, json: values.json, total: total)
    defer { report.finish() }
    let usesMonitor = !settings.destination.isLocal && (values.isWatching || options.network == .unmetered)
    let monitor = usesMonitor ? SystemNetworkMonitor() : nil
    if options.network == .unmetered, let state = await monitor?.state(), state.cost == .unknown {
      console.report("nothing here says whether the network costs by volume, so it is used")
    }
    let outbox = journal.outbox(to: settings.destination, options: options, monitor: monitor) {
      report.take($0)
    }
    if values.isWatching {
      try await outbox.watch()
      return .success
    }
    if let chosen {
      try await outbox.send(chosen.map(\.media.id))
    } else {
      try await outbox.sendDue()
    }
    return try await result(report, of: chosen?.map(\.media.id))
  }

  private func waiting() async throws -> (Int, Int) {
    try await (journal.store.uploadQueue().waiting, journal.store.byteCountToUpload())
  }

  /// Tells of what was not tried, and says what is left.
  private func result(_ report: SendReport, of chosen: [Identifier<Media>]?) async throws -> ExitCode {
    var (waits, isStuck) = (false, false)
    for isListOfStuck in [false, true] {
      var position = UploadPosition.start
      while true {
        let page = try await journal.store.uploads(stuck: isListOfStuck, after: position, limit: 500)
        guard let last = page.last else { break }
        position = last.position
        for upload in page where chosen.map({ $0.contains(upload.media.id) }) ?? true {
          if isListOfStuck { isStuck = true } else { waits = true }
          if !report.hasAttempted(upload.media.id) { report.tell(upload) }
        }
      }
    }
    if chosen == nil, try await journal.store.uploadQueue().sending > 0 { waits = true }
    if isStuck || report.hasFailure { return .failure }
    return waits ? .waiting : .success
  }
}
