import DurableFiles
import JSONText
import PhotoPipeline

/// `shutterbox inspect`: tells what files carry.
enum InspectCommand: Command {
  struct Values: Sendable {
    var checks = false
    var json = false
    var files: [FilePath] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "inspect",
      summary: "tell what photos and movies carry beside the picture",
      discussion: [
        """
        JPEG, PNG, WebP, GIF, HEIC, HEIF and AVIF photos and MP4 and QuickTime movies are read. Nothing is \
        decoded and nothing is changed. A FILE that is a folder stands for the photos in it and below it. \
        '-' is standard input.
        """
      ],
      options: [
        .flag(
          "check",
          help: """
            Exit with 3 if any file carries something beside its picture. A file that cannot be read is \
            a failure, exit 1, which comes first.
            """
        ) { $0.checks = true },
        .flag("json", help: "Print one JSON object per file.") { $0.json = true },
      ],
      operands: .init(placeholder: "FILE...", count: 1...Int.max) { values, found in
        values.files = found.map { FilePath(bytes: $0.bytes) }
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    try values.files.checkStandardInput(command: name)
    let walk = FolderWalk(isWanted: FormatSniffer.isPhoto, skipped: nil)
    var hasFailed = false
    var isClean = true
    for item in InputList(walk: walk).items(values.files) {
      do {
        let inspection = try PhotoInspection(source: item.open())
        isClean = isClean && inspection.isClean
        session.console.print(
          values.json ? inspection.json(item.path).line : inspection.text(item.path))
      } catch {
        hasFailed = true
        let failure = ItemFailure(error, input: item.path)
        if values.json { session.console.print(failure.json(item.path).line) }
        session.console.report(failure.text(item.path))
      }
    }
    if hasFailed { return .failure }
    return values.checks && !isClean ? .checkFailed : .success
  }
}
