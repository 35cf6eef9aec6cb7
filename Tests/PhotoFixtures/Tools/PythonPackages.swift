import Foundation

/// The programs of PyPI that `Scripts/setup test` installs: those of `Tests/requirements.txt`.
public enum PythonPackages {
  /// The path of a program, such as `python`, which has the packages.
  ///
  /// Nothing asks whether it is there: without it a test fails, and says what to run.
  public static func path(_ program: String) -> String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(".build/venv/bin/\(program)").path
  }

  /// The path of the interpreter that has the packages.
  ///
  /// - Throws: ``FixtureError`` if they are not installed.
  public static func python() throws -> String {
    guard Tool.isInstalled(path("python")) else {
      throw FixtureError("\(path("python")) is missing; run Scripts/setup test")
    }
    return path("python")
  }

  /// Runs a script that must succeed.
  ///
  /// - Returns: Its standard output.
  /// - Throws: ``FixtureError`` if the packages are not installed, or with the script's standard error.
  public static func run(_ script: String, _ arguments: [String] = [], input: [UInt8] = []) throws -> [UInt8]
  {
    try Tool.output(python(), ["-c", script] + arguments, input: input)
  }
}
