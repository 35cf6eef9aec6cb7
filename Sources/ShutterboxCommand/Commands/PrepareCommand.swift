import DurableFiles
import PhotoPipeline
import VisionCost

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `shutterbox prepare`: makes each photo cheap and private.
enum PrepareCommand: Command {
  struct Values: Sendable {
    var output = FilePath("prepared")
    /// `nil` for what is configured.
    var longEdge: Int?
    /// `nil` for what is configured.
    var quality: Double?
    /// The name of the engine that the photos are for.
    var engine: String?
    var overwriting = false
    /// `nil` for one per core.
    var jobs: Int?
    var json = false
    var files: [FilePath] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "prepare",
      summary: "make each photo cheap and private",
      discussion: [
        """
        Each photo is decoded, turned upright, scaled down and encoded anew as a JPEG file without \
        metadata. The result is proved to carry none before it is written. A photo that cannot be \
        cleaned is an error; nothing of it is written.
        """,
        """
        JPEG, HEIC, AVIF, PNG, WebP and GIF photos are read, and their colors become sRGB. Of an animation \
        the first frame is taken; transparent pixels become white. Other formats are refused.
        """,
        """
        A FILE that is a folder stands for the photos in it and below it. Hidden files are passed over \
        there. '-' is standard input.
        """,
        """
        A result has the name of its photo and '.jpg'. A second photo of the same name gets '-2', a \
        third '-3'. Photos are never overwritten, and existing results only with --overwrite.
        """,
      ],
      options: [
        .value(
          "output", letter: "o", "PATH", .path,
          help: """
            The folder for the results, 'prepared' by default, made if missing. With one photo, a PATH \
            ending in '.jpg' or '.jpeg' is the file, and '-' is standard output.
            """
        ) { $0.output = $1 },
        .value(
          "long-edge", "N", .longEdge,
          help: """
            The longest side of a result in pixels, 16 to 16384; 2048 by default. A smaller photo is not \
            enlarged.
            """
        ) { $0.longEdge = $1 },
        .value(
          "quality", "Q", .quality, help: "The JPEG quality, 0.05 to 1; 0.85 by default."
        ) { $0.quality = $1 },
        .value(
          "for", "ENGINE", .text,
          help: """
            Make no more of each photo than this vision engine looks at, and nothing that it refuses; \
            'shutterbox cost --list' names them. --long-edge and --quality are the most then.
            """
        ) { $0.engine = $1 },
        .flag("overwrite", help: "Replace results that exist already.") { $0.overwriting = true },
        .value(
          "jobs", "N", .integer(1...256), help: "How many photos at a time; one per core by default."
        ) { $0.jobs = $1 },
        .flag("json", help: "Print one JSON object per photo.") { $0.json = true },
      ],
      operands: .init(placeholder: "FILE...", count: 1...Int.max) { values, found in
        values.files = found.map { FilePath(bytes: $0.bytes) }
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    let target = OutputTarget(values.output, operands: values.files)
    try check(values, target)
    var engine: VisionEngine?
    if let text = values.engine { engine = try EngineName.engine(text, command: name) }
    let settings: PhotoSettings
    do throws(ConfigurationError) {
      settings = try PhotoSettings(
        longEdge: values.longEdge, quality: values.quality, configuration: session.configuration)
    } catch {
      session.console.report(error.text)
      return .failure
    }

    let inputs = items(values, target)
    if inputs.isEmpty {
      let names = values.files.map { TerminalText.plain($0.description) }.joined(separator: ", ")
      session.console.report("\(names): no photos found")
      return .success
    }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let jobs = min(values.jobs ?? cores, inputs.count)
    var options = PhotoPreparer.Options()
    options.longEdge = settings.longEdge
    options.quality = settings.quality
    options.usesSecondThread = inputs.count == 1 && cores > 1 && values.jobs != 1
    let batch = PrepareBatch(
      items: PrepareBatch.plan(inputs, target),
      preparer: PhotoPreparer(options: options),
      enginePreparer: engine.map { EnginePreparer(engine: $0, options: options) },
      writer: OutputWriter(
        overwriting: values.overwriting, inputs: Set(inputs.compactMap(\.identity)),
        temporaries: session.temporaries),
      report: PrepareReport(
        console: session.console, json: values.json, isSilent: target == .standardOutput,
        total: inputs.count))
    return batch.run(jobs: jobs, usesWriterThread: values.jobs != 1)
  }

  private static func check(_ values: Values, _ target: OutputTarget) throws(UsageError) {
    try values.files.checkStandardInput(command: name)
    guard target == .standardOutput else { return }
    if values.json {
      throw UsageError("--json and '-o -' would mix on standard output", command: name)
    }
    if values.files.count > 1 || values.files[0].isFolder {
      throw UsageError("'-o -' takes exactly one photo", command: name)
    }
  }

  private static func items(_ values: Values, _ target: OutputTarget) -> [InputItem] {
    var skipped: FileStatus.Identity?
    // A folder that does not exist yet cannot be among the inputs.
    if case .folder(let path) = target { skipped = try? FileStatus(path, followingLinks: true).identity }
    return InputList(walk: FolderWalk(isWanted: FormatSniffer.isPhoto, skipped: skipped))
      .items(values.files)
  }
}
