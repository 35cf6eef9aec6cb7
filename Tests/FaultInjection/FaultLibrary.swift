import Foundation
import PhotoFixtures
import Testing

/// `faults.c` as a library that a program can be started with.
enum FaultLibrary {
  private static let built: Result<String, any Error> = Result {
    // It lies beside the program, where the next build or test run replaces it and nothing is left over.
    let folder = URL(fileURLWithPath: BuiltProgram.path("shutterbox")).deletingLastPathComponent().path
    let path = folder + "/faults.so"
    let unfinished = "\(folder)/.faults-\(UUID().uuidString).so"
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "faults.c")
    _ = try Tool.output(
      "cc",
      ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", unfinished, source.path, "-ldl"])
    guard rename(unfinished, path) == 0 else { throw FixtureError("cannot rename \(unfinished)") }
    return path
  }

  /// The path of the library, which the first call builds.
  ///
  /// - Throws: What the compiler said.
  static func path() throws -> String { try built.get() }

  /// Whether the system loads such a library: Linux with glibc.
  static var isAvailable: Bool {
    #if os(Linux) && canImport(Glibc)
      Tool.isInstalled("cc")
    #else
      false
    #endif
  }
}

extension Trait where Self == ConditionTrait {
  static var needsFaults: Self {
    .enabled(if: FaultLibrary.isAvailable, "faults need Linux with glibc, and a C compiler")
  }
}
