/// What the command tells the shell.
enum ExitCode: Int32 {
  /// All is done.
  case success = 0
  /// At least one item failed; the others are done.
  case failure = 1
  /// The command line cannot be understood.
  case usage = 2
  /// A check does not hold.
  case checkFailed = 3
  /// Nothing failed, but something still waits.
  case waiting = 4
  /// Stopped by a signal; clean to repeat.
  case interrupted = 130
}
