#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs another program.
///
/// Its standard streams are unlinked files instead of pipes: no pipe fills up while somebody waits, a
/// program that does not read its input raises no SIGPIPE here, and no descriptor that another test's
/// child inherited keeps a stream open.
public enum Tool {
  /// What a program left behind.
  public struct Result: Sendable {
    /// The exit status, or 128 plus the signal's number as shells count.
    public let status: Int
    public let stdout: [UInt8]
    public let stderr: [UInt8]

    /// Standard output as text.
    public var text: String { String(decoding: stdout, as: UTF8.self) }
    /// Standard error as text.
    public var errorText: String { String(decoding: stderr, as: UTF8.self) }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to be searched in `PATH`.
  ///   - input: What the program reads from standard input.
  /// - Throws: ``FixtureError`` if the program is missing or cannot be started. An exit status other
  ///   than 0 is a normal result.
  public static func run(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> Result {
    let streams = try (0..<3).map { _ in try ScratchDescriptor() }
    try streams[0].write(input)

    // posix_spawn_file_actions_t is a structure on Linux and a pointer on Darwin.
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream.number, CInt(target))
    }

    var vector: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    vector.append(nil)
    defer { for pointer in vector { free(pointer) } }
    var child = pid_t()
    let failure = withEnvironment { posix_spawnp(&child, program, &actions, nil, vector, $0) }
    guard failure == 0 else {
      throw FixtureError("cannot run \(program) (\(String(cString: strerror(failure)))); is it installed?")
    }

    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw FixtureError("cannot wait for \(program): errno \(errno)") }
    }
    // WIFEXITED and WEXITSTATUS are macros that Swift does not import; the layout is the same on Linux
    // and Darwin.
    let signal = Int(status & 0x7F)
    return try Result(
      status: signal == 0 ? Int(status >> 8 & 0xFF) : 128 + signal,
      stdout: streams[1].readAll(), stderr: streams[2].readAll())
  }

  /// Runs a program that must succeed.
  ///
  /// - Returns: Its standard output.
  /// - Throws: ``FixtureError`` with its standard error if it cannot be started or its status is not 0.
  public static func output(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let result = try run(program, arguments, input: input)
    guard result.status == 0 else {
      throw FixtureError("\(program) ended with \(result.status): \(result.errorText)")
    }
    return result.stdout
  }

  /// Whether a program of that name is in `PATH`; tests that need it say so and are skipped otherwise.
  public static func isInstalled(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    guard let path = getenv("PATH") else { return false }
    return String(cString: path).split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
