import Foundation

/// A program of this package, as the build has left it.
public enum BuiltProgram {
  /// The path of a program, which lies beside the tests in the folder of build products.
  ///
  /// - Returns: `name` alone if it is not there, so that it is searched in `PATH`.
  public static func path(_ name: String) -> String {
    let bundles = Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let folders = [tests, Bundle.main.bundleURL] + bundles
    let paths = folders.map { $0.appendingPathComponent(name).path }
    return paths.first { access($0, X_OK) == 0 } ?? name
  }
}
