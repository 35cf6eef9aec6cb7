/// The command line asks for something that does not exist or does not fit together.
struct UsageError: Error, Hashable {
  /// One sentence in lower case and without a full stop.
  let message: String
  /// The command whose help tells more, or `nil` for the list of commands.
  let command: String?

  init(_ message: String, command: String?) {
    self.message = message
    self.command = command
  }

  /// Where to read on.
  var hint: String {
    command.map { "run 'shutterbox help \($0)'" } ?? "run 'shutterbox help'"
  }
}
