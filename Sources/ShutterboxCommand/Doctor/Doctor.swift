import CaptureStorage
import DurableFiles

/// Finds out whether everything is as it should be.
struct Doctor {
  let session: Session
  let home: HomeFolder
  /// Whether to put right what can be.
  let isRepairing: Bool
  /// Is told each result as soon as it is known.
  let tell: @Sendable (Diagnosis) -> Void

  /// Makes every check, whatever comes of the others.
  func run() {
    checkHome().forEach(tell)
    checkCaptures()
    checkInbox().forEach(tell)
    Self.checkDecoders().forEach(tell)
    tell(checkDisk())
    let configuration = Configuration(session.environment)
    tell(Self.checkDestination(configuration))
    Self.checkConfiguration(configuration).forEach(tell)
  }
}
