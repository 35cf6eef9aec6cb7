import Foundation
import PhotoFixtures
import Testing

/// `faults.c` as a library that a program can be started with.
enum FaultLibrary {
  private static let built: Result<(folder: ScratchFolder, path: String), any Error> = Result {
    let folder = try ScratchFolder()
    let path = folder.path + "/faults.so"
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "faults.c")
    _ = try Tool.output(
      "cc",
      ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", path, source.path, "-ldl"])
    return (folder, path)
  }

  /// The path of the library, which the first call builds.
  ///
  /// - Throws: What the compiler said.
  static func path() throws -> String { try built.get().path }

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
