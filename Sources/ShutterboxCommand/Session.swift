import DurableFiles
import PhotoPipeline

/// What a command works with.
struct Session: Sendable {
  let console: Console
  let environment: Environment
  /// Every file that is being written is listed here.
  let temporaries: TemporaryFiles
  /// The signal to stop, for a command that ends by itself.
  let stopping = StopRequest()

  /// The session of the process.
  static func ofProcess() -> Session {
    let temporaries = TemporaryFiles()
    let console = Console(environment: .ofProcess, temporaries: temporaries)
    return Session(console: console, environment: .ofProcess, temporaries: temporaries)
  }
}
