/// The commands by name, and what is printed about all of them.
enum CommandTable {
  static let version = "0.1.0"

  static var all: [any Command.Type] {
    groups.flatMap(\.commands)
  }

  /// The commands as the help lists them.
  static var groups: [(title: String, commands: [any Command.Type])] {
    [
      (
        "Photos",
        [
          PrepareCommand.self, InspectCommand.self, CompareCommand.self, KeepCommand.self, CostCommand.self,
        ]
      ),
      (
        "Captures",
        [
          AddCommand.self, ShareCommand.self, IngestCommand.self, ListCommand.self, ShowCommand.self,
          SendCommand.self, FinishCommand.self,
        ]
      ),
      ("Servers", [ReceiveCommand.self]),
      ("This program", [ConfigCommand.self, DoctorCommand.self]),
    ]
  }

  /// The help that names every command, ending with a line break.
  static var help: String {
    let introduction = "Makes photos cheap and private: small, upright JPEG files without metadata."
    let help = (left: "help", right: "Print this help, or the help of a command.")
    let width = all.map { $0.name.count }.max()
    let lists = groups.map { group in
      let rows = group.commands.map { (left: $0.name, right: sentence($0.summary)) }
      return ["\(group.title):"] + TextWrapping.table(rows, left: width)
    }
    let commands = lists.dropLast() + [lists.last.map { $0 + TextWrapping.table([help], left: width) } ?? []]
    return """
      \(introduction)

      Usage: shutterbox COMMAND [OPTION...] [FILE... | ENTRY...]
             shutterbox help [COMMAND]
             shutterbox --version

      \(commands.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))

      Exit codes:
      \(TextWrapping.table(exitCodes).joined(separator: "\n"))

      """
  }

  /// Does what the arguments of the process ask for.
  static func run(_ arguments: [Argument], _ session: Session) throws(UsageError) -> ExitCode {
    guard let first = arguments.first else {
      throw UsageError("a command is missing", command: nil)
    }
    let rest = Array(arguments.dropFirst())
    switch first.text {
    case "--help", "-h", "help":
      session.console.print(text: try help(of: rest))
      return .success
    default:
      return try command(first).run(rest, session)
    }
  }

  /// The help of the command that `arguments` name, or the help that names every command.
  private static func help(of arguments: [Argument]) throws(UsageError) -> String {
    let names = arguments.filter { $0 != "--help" && $0 != "-h" }
    guard let name = names.first, name != "help" else { return help }
    if names.count > 1 {
      throw UsageError("'help' takes one command", command: nil)
    }
    return try command(name).help
  }

  private static func command(_ name: Argument) throws(UsageError) -> any Command.Type {
    if let command = all.first(where: { $0.name == name.text }) { return command }
    let suggestion = Suggestion.nearest(
      to: name.text, in: all.map { $0.name } + ["help", "--help", "--version"]
    )
    .map { "; did you mean '\($0)'?" }
    let kind = name.bytes.first == UInt8(ascii: "-") ? "option" : "command"
    throw UsageError(
      "unknown \(kind) '\(TerminalText.plain(name.text))'\(suggestion ?? "")", command: nil)
  }

  private static var exitCodes: [(left: String, right: String)] {
    [
      ("0", "All done."),
      ("1", "At least one item failed; the others were done."),
      ("2", "The command line cannot be understood."),
      ("3", "A check did not hold."),
      ("4", "Nothing failed, but something still waits to be sent."),
      ("130", "Interrupted; clean to repeat."),
    ]
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
