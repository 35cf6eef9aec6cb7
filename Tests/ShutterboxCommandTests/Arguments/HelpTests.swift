import PhotoFixtures
import Testing

@testable import ShutterboxCommand

@Suite("Help")
struct HelpTests {
  static let texts: [(arguments: [String], snapshot: String)] = [
    (["--help"], "help.txt"),
    (["help"], "help.txt"),
    (["-h"], "help.txt"),
    (["help", "help"], "help.txt"),
    (["help", "prepare"], "help-prepare.txt"),
    (["prepare", "--help"], "help-prepare.txt"),
    (["prepare", "-h", "--nonsense"], "help-prepare.txt"),
    (["help", "inspect"], "help-inspect.txt"),
    (["inspect", "--help"], "help-inspect.txt"),
    (["help", "compare"], "help-compare.txt"),
    (["compare", "--help"], "help-compare.txt"),
    (["help", "keep"], "help-keep.txt"),
    (["keep", "--help"], "help-keep.txt"),
    (["help", "cost"], "help-cost.txt"),
    (["help", "share"], "help-share.txt"),
    (["share", "--help"], "help-share.txt"),
    (["help", "add"], "help-add.txt"),
    (["help", "ingest"], "help-ingest.txt"),
    (["help", "list"], "help-list.txt"),
    (["help", "show"], "help-show.txt"),
    (["help", "finish"], "help-finish.txt"),
    (["help", "receive"], "help-receive.txt"),
    (["help", "config"], "help-config.txt"),
    (["help", "doctor"], "help-doctor.txt"),
  ]

  @Test("The whole text is as recorded, on standard output, with exit code 0", arguments: texts)
  func isAsRecorded(arguments: [String], snapshot: String) throws {
    let result = try Shutterbox.run(arguments, in: ScratchFolder())
    #expect(result.status == 0)
    #expect(result.errorText == "")
    try Snapshot.check(result.text, snapshot)
  }

  @Test("No line is wider than 80 columns or ends with a space", arguments: CommandTable.all.map { $0.help })
  func fitsTheTerminal(help: String) {
    for line in (CommandTable.help + help).split(separator: "\n") {
      #expect(line.count <= 80)
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test("The version is told whatever the state of the terminal and the arguments")
  func tellsVersion() throws {
    let result = try Shutterbox.run(["--version"], in: ScratchFolder())
    #expect(result.status == 0)
    #expect(result.text == "shutterbox 0.1.0\n")
    #expect(result.errorText == "")
  }

  static let mistakes: [(arguments: [String], message: String)] = [
    ([], "shutterbox: a command is missing\nrun 'shutterbox help'\n"),
    (["prepar"], "shutterbox: unknown command 'prepar'; did you mean 'prepare'?\nrun 'shutterbox help'\n"),
    (
      ["--versoin"],
      "shutterbox: unknown option '--versoin'; did you mean '--version'?\nrun 'shutterbox help'\n"
    ),
    (["help", "nothing"], "shutterbox: unknown command 'nothing'\nrun 'shutterbox help'\n"),
    (["prepare"], "shutterbox: FILE... is missing\nrun 'shutterbox help prepare'\n"),
    (["share"], "shutterbox: FILE... is missing\nrun 'shutterbox help share'\n"),
    (
      ["share", "-"],
      "shutterbox: 'share' copies files and cannot take standard input\nrun 'shutterbox help share'\n"
    ),
    (["compare", "a"], "shutterbox: A B is missing\nrun 'shutterbox help compare'\n"),
    (
      ["prepare", "-", "-"],
      "shutterbox: standard input can be named only once\nrun 'shutterbox help prepare'\n"
    ),
  ]

  @Test("A wrong command line is exit code 2 and a line on standard error", arguments: mistakes)
  func refusesMistakes(arguments: [String], message: String) throws {
    let result = try Shutterbox.run(arguments, in: ScratchFolder())
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errorText == message)
  }

  @Test("A full disk behind standard output is told", .needsFullDevice, arguments: ["help", "--version"])
  func tellsFullDisk(argument: String) throws {
    let result = try Shutterbox.runScript("shutterbox \(argument) > /dev/full", in: ScratchFolder())
    #expect(result.status == 1)
  }

  @Test("A closed standard output is told and not taken for another file")
  func tellsClosedOutput() throws {
    let result = try Shutterbox.runScript("shutterbox help >&-", in: ScratchFolder())
    #expect(result.status == 1)
    #expect(result.errorText.hasPrefix("shutterbox: standard output: "))
  }
}
