import PhotoPipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The entry of the process.
@main
enum Main {
  static func main() {
    // Before everything else, so that it is answered whatever the state of the machine.
    if CommandLine.argc == 2, let argument = CommandLine.unsafeArgv[1],
      strcmp(argument, "--version") == 0
    {
      puts("shutterbox \(CommandTable.version)")
      exit(fflush(nil) == 0 ? ExitCode.success.rawValue : ExitCode.failure.rawValue)
    }
    // A write to a pipe that nobody reads is told by the call, and not by a signal that would end the
    // process with its temporary files left behind.
    signal(SIGPIPE, SIG_IGN)
    holdStandardDescriptors()
    exit(run(Argument.ofProcess(), .ofProcess()).rawValue)
  }

  /// Does what `arguments` ask for, and tells what is wrong with them.
  static func run(_ arguments: [Argument], _ session: Session) -> ExitCode {
    var code: ExitCode
    do throws(UsageError) {
      code = try CommandTable.run(arguments, session)
    } catch {
      session.console.report(error.message)
      session.console.note(error.hint)
      code = .usage
    }
    if let failure = session.console.failure {
      session.console.report(failure.description)
      code = .failure
    }
    return code
  }

  /// Opens what the shell closed among the first three descriptors, so that no photo that is opened
  /// later gets the number of standard output.
  ///
  /// Each is opened the wrong way around: its use is an error, as it would be if it were closed.
  private static func holdStandardDescriptors() {
    for (descriptor, mode) in [(CInt(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is the one that was just found to be closed.
      _ = open("/dev/null", mode)
    }
  }
}
