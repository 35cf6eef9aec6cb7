import CaptureStorage
import DurableFiles
import JSONText
import PhotoPipeline
import Shutterbox

/// `shutterbox add`: makes files part of a capture.
enum AddCommand: Command {
  struct Values: Sendable {
    /// The beginning of an id; `nil` for a new entry.
    var entry: String?
    var text: String?
    var source = Media.Source.file
    var metadataReason: String?
    /// `nil` for what is configured, as the next two.
    var longEdge: Int?
    var quality: Double?
    var movieLocation: CaptureOptions.MovieLocation?
    var json = false
    var files: [FilePath] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "add",
      summary: "add photos and movies to a capture",
      discussion: [
        """
        All FILEs become part of one entry, which owns copies of them: photos are prepared as 'prepare' does, \
        movies are copied as recorded. The entry is new, or the one of --entry. What cannot be added keeps \
        nothing else from being added. A new entry is made with the first file that can be.
        """,
        """
        A FILE that is a folder stands for the photos and movies in it and below it. Hidden files are passed \
        over there. '-' is standard input. The files themselves are not changed.
        """,
      ],
      options: [
        .value(
          "entry", "ID", .word,
          help: "Add to this entry, named by the beginning of its id, instead of a new one."
        ) { $0.entry = $1 },
        .value("text", "TEXT", .text, help: "What to write beside a new entry.") { $0.text = $1 },
        .value(
          "source", "SOURCE", .choice(),
          help: "Where the files come from: 'camera', 'library' or 'file'; 'file' by default."
        ) { $0.source = $1 },
        .value(
          "keep-metadata", "REASON", .reason,
          help: """
            Keep the metadata of the originals in the entry, never in a file, and say why. They go when the \
            entry is finished.
            """
        ) { $0.metadataReason = $1 },
        .value(
          "long-edge", "N", .longEdge,
          help: "The longest side of a photo in pixels, 16 to 16384; 2048 by default."
        ) { $0.longEdge = $1 },
        .value(
          "quality", "Q", .quality, help: "The JPEG quality, 0.05 to 1; 0.85 by default."
        ) { $0.quality = $1 },
        .value(
          "movie-location", "WHAT", .choice(),
          help: """
            Whether the place in a movie is to 'keep' or 'remove', which blanks it in the copy and codes \
            nothing anew; 'keep' by default.
            """
        ) { $0.movieLocation = $1 },
        .flag("json", help: "Print one JSON object.") { $0.json = true },
      ],
      operands: .init(placeholder: "FILE...", count: 1...Int.max) { values, found in
        values.files = found.map { FilePath(bytes: $0.bytes) }
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    try values.files.checkStandardInput(command: name)
    if values.entry != nil && values.text != nil {
      throw UsageError("--text is for a new entry and does not go with --entry", command: name)
    }
    let home = try HomeFolder(session.environment)
    let options: CaptureOptions
    do throws(ConfigurationError) {
      options = try self.options(values, session)
    } catch {
      session.console.report(error.text)
      return .failure
    }
    let inputs = items(values.files, home)
    if inputs.isEmpty {
      let names = values.files.map { TerminalText.plain($0.description) }.joined(separator: ", ")
      session.console.report("\(names): no photos or movies found")
      return .success
    }
    return session.withJournal(home) { journal in
      do {
        return try await add(inputs, options, values, to: journal, session.console)
      } catch let error as CaptureStoreError {
        guard let entry = values.entry else { throw error }
        let failure = StoreFailure(error, subject: entry)
        if values.json { session.console.print(failure.json(entry: entry).line) }
        session.console.report(failure.text)
        return .failure
      }
    }
  }

  private static func add(
    _ inputs: [InputItem], _ options: CaptureOptions, _ values: Values, to journal: CaptureJournal,
    _ console: Console
  ) async throws -> ExitCode {
    let target: CaptureStore.Target
    if let entry = values.entry {
      target = .entry(try await journal.store.entryID(matching: entry))
    } else {
      target = .draft(await journal.store.newEntry(text: values.text))
    }
    let progress = ProgressDisplay(console: console, total: inputs.count)
    let report: AddReport
    do {
      defer { progress.finish() }
      report = try await journal.add(inputs.map { $0.captureItem(journal) }, to: target, options: options) {
        progress.advance(to: $0)
      }
    }
    var entry: Entry?
    if let id = report.entry { entry = try await journal.store.entry(id) }
    return AddOutput(inputs: inputs.map(\.path), report: report, entry: entry, text: values.text)
      .tell(console, json: values.json)
  }

  private static func options(
    _ values: Values, _ session: Session
  ) throws(ConfigurationError) -> CaptureOptions {
    var options = try CaptureOptions(
      longEdge: values.longEdge, quality: values.quality, movieLocation: values.movieLocation, session)
    options.source = values.source
    options.metadataReason = values.metadataReason
    return options
  }

  private static func items(_ files: [FilePath], _ home: HomeFolder) -> [InputItem] {
    // A home that is not there yet cannot be among the inputs.
    let own = try? FileStatus(home.path, followingLinks: true).identity
    let walk = FolderWalk(
      isWanted: { source throws(FileSystemError) in
        if try FormatSniffer.isPhoto(source) { return true }
        return try FormatSniffer.isMovie(source)
      }, skipped: own)
    return InputList(walk: walk).items(files)
  }
}

extension InputItem {
  /// The item as the journal takes it. What standard input gives is gathered on the disk first.
  fileprivate func captureItem(_ journal: CaptureJournal) -> CaptureItem {
    switch content {
    case .file: return .path(path)
    case .failure(let failure): return .failed(failure)
    case .standardInput:
      do {
        return try journal.item(reading: 0, name: path.description)
      } catch {
        return .failed(error)
      }
    }
  }
}
