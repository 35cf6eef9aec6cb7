import DurableFiles
import Inbox
import JSONText
import PhotoPipeline

/// `shutterbox share`: does what a share extension does.
enum ShareCommand: Command {
  struct Values: Sendable {
    var json = false
    var files: [FilePath] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "share",
      summary: "copy files into the inbox, as a share extension does",
      discussion: [
        """
        All files become one drop: copied byte for byte, whole or not at all, and on the disk when the \
        command returns. Nothing is decoded.
        """,
        """
        The inbox lies in $SHUTTERBOX_HOME, else in $XDG_DATA_HOME/shutterbox, else in \
        \(defaultHome).
        """,
      ],
      options: [.flag("json", help: "Print one JSON object.") { $0.json = true }],
      operands: .init(placeholder: "FILE...", count: 1...Int.max) { values, found in
        values.files = found.map { FilePath(bytes: $0.bytes) }
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    if values.files.contains(where: \.isStandardStream) {
      throw UsageError("'share' copies files and cannot take standard input", command: name)
    }
    let inbox = ShareInbox(try HomeFolder(session.environment).inbox, temporaries: session.temporaries)
    do throws(FileSystemError) {
      let (drop, contents) = try inbox.drop(values.files)
      let count = contents.files.count
      session.console.print(
        values.json
          ? json(drop, contents, inputs: values.files).line
          : "\(drop.id): \(count) \(count == 1 ? "file" : "files")")
      return .success
    } catch {
      let path = FilePath(error.path)
      let failure = ItemFailure(error, input: path)
      if values.json { session.console.print(failure.json(path).line) }
      session.console.report(failure.text(path))
      return .failure
    }
  }

  private static func json(_ drop: Drop, _ contents: Drop.Contents, inputs: [FilePath]) -> JSONValue {
    let files = zip(inputs, contents.files).map { input, file in
      JSONValue.object([
        .init("input", .string(input.description)), .init("bytes", .integer(file.byteCount)),
      ])
    }
    return .object([.init("drop", .string(drop.id)), .init("files", .array(files))])
  }

  private static var defaultHome: String {
    #if os(macOS)
      "~/Library/Application Support/Shutterbox"
    #else
      "~/.local/share/shutterbox"
    #endif
  }
}
