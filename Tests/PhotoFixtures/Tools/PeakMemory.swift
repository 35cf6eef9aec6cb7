#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much memory a program takes.
public enum PeakMemory {
  /// Whether Python is there, and no sanitizer is built in, which takes memory of its own.
  public static let isMeasurable: Bool = {
    guard Tool.isInstalled(Pillow.python), let program = dlopen(nil, RTLD_NOW) else { return false }
    return dlsym(program, "__asan_init") == nil && dlsym(program, "__tsan_init") == nil
  }()

  /// Runs a program to its end.
  ///
  /// - Parameter command: Its path and its arguments. The program `env` before it sets variables.
  /// - Returns: The exit status, negative for a signal, and the peak of its resident memory in KiB.
  /// - Throws: ``FixtureError`` if Python is missing or the program cannot be started.
  public static func run(_ command: [String]) throws -> (status: Int, peak: Int) {
    // The interpreter's own memory counts as the child's until it has called exec, which is about 10 MiB.
    let script = """
      import os, sys
      child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
      _, status, usage = os.wait4(child, 0)
      print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
      """
    let text = String(decoding: try Pillow.run(script, command), as: UTF8.self)
    let numbers = text.split(whereSeparator: \.isNewline).last?.split(separator: " ").compactMap { Int($0) }
    guard let numbers, numbers.count == 2 else { throw FixtureError("no peak was told: \(text)") }
    return (numbers[0], numbers[1])
  }
}
