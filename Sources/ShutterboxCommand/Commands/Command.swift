/// A subcommand of `shutterbox`.
protocol Command {
  /// What the command line sets.
  associatedtype Values: Sendable

  static var syntax: Syntax<Values> { get }

  /// Does the work.
  ///
  /// - Throws: ``UsageError`` if the values do not fit together. What goes wrong with single files is
  ///   told and becomes part of the exit code.
  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode
}

extension Command {
  static var name: String { syntax.name }
  static var summary: String { syntax.summary }
  static var help: String { syntax.help }

  /// Reads the arguments behind the name of the command, and does what they say.
  static func run(_ arguments: [Argument], _ session: Session) throws(UsageError) -> ExitCode {
    switch try syntax.parse(arguments) {
    case .help:
      session.console.print(text: help)
      return .success
    case .run(let values):
      SignalWatch.start(
        console: session.console, temporaries: session.temporaries, stopping: session.stopping)
      return try run(values, session)
    }
  }
}
