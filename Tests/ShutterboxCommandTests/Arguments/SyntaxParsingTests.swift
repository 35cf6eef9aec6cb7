import PhotoPipeline
import Testing

@testable import ShutterboxCommand

@Suite("The parser of the command line")
struct SyntaxParsingTests {
  struct Values: Sendable, Equatable {
    var output: String?
    var size = 7
    var quality = 0.5
    var loud = false
    var tags: [Int] = []
    var operands: [String] = []
  }

  static let syntax = Syntax<Values>(
    name: "try", summary: "try it", discussion: [],
    options: [
      .value("output", letter: "o", "PATH", .path, help: "") { $0.output = $1.description },
      .value("size", "N", .integer(1...9), help: "") { $0.size = $1 },
      .value("quality", letter: "q", "Q", .number(0.05...1), help: "") { $0.quality = $1 },
      .flag("loud", letter: "l", help: "") { $0.loud = true },
      .repeated("tag", "N", .integer(0...99), help: "") { $0.tags.append($1) },
    ],
    operands: .init(placeholder: "FILE...", count: 1...3) { values, found in
      values.operands = found.map(\.text)
    },
    defaults: Values())

  static let understood: [(String, Values)] = [
    ("a", Values(operands: ["a"])),
    ("a b c", Values(operands: ["a", "b", "c"])),
    ("--output p a", Values(output: "p", operands: ["a"])),
    ("--output=p a", Values(output: "p", operands: ["a"])),
    ("--output=p=q a", Values(output: "p=q", operands: ["a"])),
    ("-o p a", Values(output: "p", operands: ["a"])),
    ("-op a", Values(output: "p", operands: ["a"])),
    ("-o - a", Values(output: "-", operands: ["a"])),
    ("-o- a", Values(output: "-", operands: ["a"])),
    ("--output=-x a", Values(output: "-x", operands: ["a"])),
    ("a -o p b", Values(output: "p", operands: ["a", "b"])),
    ("a --loud", Values(loud: true, operands: ["a"])),
    ("-l a -l", Values(loud: true, operands: ["a"])),
    ("-", Values(operands: ["-"])),
    ("-- -o --loud", Values(operands: ["-o", "--loud"])),
    ("a -- --", Values(operands: ["a", "--"])),
    ("-- --help", Values(operands: ["--help"])),
    ("--size 1 a", Values(size: 1, operands: ["a"])),
    ("--size=9 a", Values(size: 9, operands: ["a"])),
    ("-q 0.05 a", Values(quality: 0.05, operands: ["a"])),
    ("-q1 a", Values(quality: 1, operands: ["a"])),
    ("-q 1e-1 a", Values(quality: 0.1, operands: ["a"])),
    ("--tag 3 --tag=1 a", Values(tags: [3, 1], operands: ["a"])),
  ]

  @Test("Options, values and operands are read in any order", arguments: understood)
  func understands(line: String, expected: Values) throws {
    guard case .run(let values) = try Self.syntax.parse(Self.words(line)) else {
      Issue.record("help was asked for")
      return
    }
    #expect(values == expected)
  }

  static let refused: [(String, String)] = [
    ("", "FILE... is missing"),
    ("--loud", "FILE... is missing"),
    ("a b c d", "'d' is one operand too many"),
    ("--lout a", "unknown option '--lout'; did you mean '--loud'?"),
    ("--qual=1 a", "unknown option '--qual'; did you mean '--quality'?"),
    ("--nothing a", "unknown option '--nothing'"),
    ("-x a", "unknown option '-x'"),
    ("--size", "--size needs a value: --size N"),
    ("-o", "-o needs a value: -o PATH"),
    ("-o --loud a", "-o needs a value: -o PATH"),
    ("-o -x a", "-o needs a value: -o PATH"),
    ("--output= a", "--output takes a path, not ''"),
    ("--loud=1 a", "--loud takes no value"),
    ("-lx a", "-l takes no value"),
    ("--size 0 a", "--size takes a whole number from 1 to 9, not '0'"),
    ("--size 10 a", "--size takes a whole number from 1 to 9, not '10'"),
    ("--size -1 a", "--size takes a whole number from 1 to 9, not '-1'"),
    ("--size 1.5 a", "--size takes a whole number from 1 to 9, not '1.5'"),
    ("--size x a", "--size takes a whole number from 1 to 9, not 'x'"),
    ("--size 99999999999999999999 a", "--size takes a whole number from 1 to 9, not '99999999999999999999'"),
    ("-q 0.04 a", "-q takes a number from 0.05 to 1, not '0.04'"),
    ("-q 1.01 a", "-q takes a number from 0.05 to 1, not '1.01'"),
    ("-q nan a", "-q takes a number from 0.05 to 1, not 'nan'"),
    ("-q 0x1p-1 a", "-q takes a number from 0.05 to 1, not '0x1p-1'"),
    ("--size 1 --size 2 a", "--size is given twice"),
    ("-o p --output=q a", "--output is given twice"),
  ]

  @Test("What cannot be understood is told in one line", arguments: refused)
  func refuses(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try Self.syntax.parse(Self.words(line)) }
    #expect(error?.message == message)
    #expect(error?.hint == "run 'shutterbox help try'")
  }

  @Test("An empty name of a file is refused")
  func refusesEmptyName() {
    let error = #expect(throws: UsageError.self) { try Self.syntax.parse([""]) }
    #expect(error?.message == "a name of a file is empty")
  }

  @Test(
    "Help is given whatever else is wrong", arguments: ["--help", "-h", "--what --help", "--size --help"])
  func givesHelp(line: String) throws {
    guard case .help = try Self.syntax.parse(Self.words(line)) else {
      Issue.record("no help")
      return
    }
  }

  @Test("A value keeps bytes that are no UTF-8")
  func keepsBytes() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x62]
    let parsed = try PrepareCommand.syntax.parse([
      Argument(bytes: Array("-o".utf8) + name), Argument(bytes: name),
    ])
    guard case .run(let values) = parsed else {
      Issue.record("help was asked for")
      return
    }
    #expect(values.output.bytes == name)
    #expect(values.files.map(\.bytes) == [name])
  }

  @Test("Control characters of a wrong word do not reach the terminal")
  func escapesControls() {
    let error = #expect(throws: UsageError.self) { try Self.syntax.parse(["--\u{1B}[2J"]) }
    #expect(error?.message == "unknown option '--\\u{1b}[2J'")
  }

  private static func words(_ line: String) -> [Argument] {
    line.split(separator: " ").map { Argument(bytes: $0.utf8) }
  }
}
