import DurableFiles
import PhotoPipeline

/// `shutterbox compare`: shows two files side by side.
enum CompareCommand: Command {
  struct Values: Sendable {
    var json = false
    var files: [FilePath] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "compare",
      summary: "show two files side by side",
      discussion: [
        """
        Tells the size, format, metadata and location of A and B. Where both are pictures of one shape, \
        the larger is scaled down to the smaller, and the difference of their pixels is told as PSNR in \
        dB; above 40 dB it is hardly seen. '-' is standard input.
        """
      ],
      options: [.flag("json", help: "Print one JSON object.") { $0.json = true }],
      operands: .init(placeholder: "A B", count: 2...2) { values, found in
        values.files = found.map { FilePath(bytes: $0.bytes) }
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    try values.files.checkStandardInput(command: name)
    return ComparedFiles(values.files[0], values.files[1]).tell(session.console, json: values.json)
  }
}
