import JSONText
import Synchronization

/// `shutterbox doctor`: checks that everything is as it should be.
enum DoctorCommand: Command {
  struct Values: Sendable {
    var isRepairing = false
    var json = false
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "doctor",
      summary: "check captures, decoders, disk and configuration",
      discussion: [
        """
        Checks the home folder, the ledger and what was interrupted; reads every file of every capture and \
        compares it with the ledger; looks at the inbox, the decoders, the disk, the destination and the \
        configuration. Exits with 3 if something is wrong that has not been repaired.
        """
      ],
      options: [
        .flag(
          "repair",
          help: """
            Put right what can be: a file that no row names is moved to 'aside' in the home folder, a row \
            without its file is removed. No file is deleted.
            """
        ) { $0.isRepairing = true },
        .flag("json", help: "Print one JSON object per result.") { $0.json = true },
      ],
      operands: .none(), defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    let needsHelp = Mutex(false)
    let home = try HomeFolder(session.environment)
    let doctor = Doctor(session: session, home: home, isRepairing: values.isRepairing) { diagnosis in
      if diagnosis.needsHelp { needsHelp.withLock { $0 = true } }
      session.console.print(values.json ? diagnosis.json.line : diagnosis.text)
    }
    doctor.run()
    return needsHelp.withLock { $0 } ? .checkFailed : .success
  }
}
