import Foundation
import PhotoFixtures

/// The built program, run as a user runs it.
enum Shutterbox {
  /// The path of the program.
  static let path = BuiltProgram.path("shutterbox")

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - folder: Where it is run, so that names can be short.
  ///   - environment: Variables as `NAME=VALUE`.
  static func run(
    _ arguments: [String], in folder: ScratchFolder, input: [UInt8] = [], environment: [String] = []
  ) throws -> Tool.Result {
    let script = #"cd "$1" && shift && exec env "$0" env "$@""#
    return try Tool.run(
      "/bin/sh",
      ["-c", script, noConfiguration(folder), folder.path] + environment + [path] + arguments,
      input: input)
  }

  /// Keeps the configuration of whoever runs the tests out of them.
  static func noConfiguration(_ folder: ScratchFolder) -> String { "XDG_CONFIG_HOME=\(folder.path)/config" }

  /// Runs a shell script that calls the program as `shutterbox`, where only a shell can do it: names
  /// that are no UTF-8, and descriptors that are closed.
  static func runScript(_ script: String, in folder: ScratchFolder) throws -> Tool.Result {
    let prelude = #"cd "$1" || exit 99; shutterbox() { "$PROGRAM" "$@"; }; "#
    return try Tool.run(
      "/usr/bin/env",
      ["PROGRAM=\(path)", noConfiguration(folder), "/bin/sh", "-c", prelude + script, "sh", folder.path])
  }
}

extension Tool.Result {
  /// The lines of standard output.
  var lines: [String] { text.split(separator: "\n").map(String.init) }
  /// The lines of standard error.
  var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }

  /// Standard output as JSON lines.
  func objects() throws -> [[String: Any]] {
    try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let object = object as? [String: Any] else { throw FixtureError("no object: \(line)") }
      return object
    }
  }
}
