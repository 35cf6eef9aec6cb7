import DurableFiles
import PhotoPipeline
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output for results, standard error for everything else.
///
/// Each call writes whole lines, so lines of several threads never mix.
final class Console: Sendable {
  private struct State {
    /// The progress bar that is on the terminal now.
    var bar = ""
    var failure: FileSystemError?
  }

  /// Whether errors and progress are read on a terminal that can redraw a line.
  let showsProgress: Bool
  /// Whether errors and progress are coloured.
  let usesColor: Bool
  private let output: CInt
  private let errors: CInt
  private let temporaries: TemporaryFiles
  private let state = Mutex(State())

  /// - Parameter temporaries: What is removed if nobody reads the results any more.
  init(
    output: CInt = STDOUT_FILENO, errors: CInt = STDERR_FILENO, environment: Environment,
    temporaries: TemporaryFiles
  ) {
    self.output = output
    self.errors = errors
    self.temporaries = temporaries
    showsProgress = isatty(errors) == 1 && environment["TERM"] != "dumb"
    // no-color.org: "when present and not an empty string (regardless of its value)".
    usesColor = showsProgress && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// What went wrong with standard output first, if anything did.
  var failure: FileSystemError? { state.withLock { $0.failure } }

  /// The width of the terminal that shows the progress, in columns.
  var columns: Int { Self.columns(of: errors) ?? TextWrapping.columns }

  /// The width of the terminal that shows the results, in columns; `nil` if it is none.
  var outputColumns: Int? {
    isatty(output) == 1 ? Self.columns(of: output) ?? TextWrapping.columns : nil
  }

  private static func columns(of terminal: CInt) -> Int? {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes a line, or several, to standard output.
  func print(_ line: String) {
    write(Data("\(line)\n".utf8))
  }

  /// Writes text that brings its own line breaks to standard output.
  func print(text: String) {
    write(Data(text.utf8))
  }

  /// Writes bytes to standard output as they are.
  func write(_ data: Data) {
    state.withLock { state in
      let failure = withoutBar(state) { write(data, to: output, named: "standard output") }
      state.failure = state.failure ?? failure
    }
  }

  /// Tells people what went wrong, on standard error.
  func report(_ text: String) {
    let name = usesColor ? "\u{1B}[1;31mshutterbox:\u{1B}[0m" : "shutterbox:"
    note("\(name) \(text)")
  }

  /// Tells people something on standard error as it is.
  func note(_ text: String) {
    state.withLock { state in withoutBar(state) { writeError("\(text)\n") } }
  }

  /// Draws the progress bar, or removes it if `bar` is empty.
  func draw(bar: String) {
    state.withLock { state in
      guard bar != state.bar else { return }
      state.bar = bar
      writeError(Self.eraseLine + bar)
    }
  }

  /// Ends the process at once with `code`, between two lines and with no bar left on the terminal.
  func end(_ code: ExitCode) -> Never {
    // A thread may be in the middle of a line. It is given a moment and no more, since its reader may
    // never read on.
    for _ in 0..<50 {
      let ended: Void? = state.withLockIfAvailable { state in
        if !state.bar.isEmpty { writeError(Self.eraseLine) }
        _exit(code.rawValue)
      }
      if ended == nil { usleep(2000) }
    }
    _exit(code.rawValue)
  }

  private static let eraseLine = "\r\u{1B}[K"

  /// Runs `body` while the bar is off the terminal.
  private func withoutBar<Result>(_ state: State, _ body: () -> Result) -> Result {
    if state.bar.isEmpty { return body() }
    writeError(Self.eraseLine)
    defer { writeError(state.bar) }
    return body()
  }

  private func writeError(_ text: String) {
    // A failure to tell a failure can be told nowhere; the exit code still says it.
    _ = write(Data(text.utf8), to: errors, named: "standard error")
  }

  private func write(_ data: Data, to descriptor: CInt, named name: String) -> FileSystemError? {
    data.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = SystemCall.writeBytes(descriptor, rest)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EPIPE && descriptor == output {
          endByBrokenPipe()
        } else {
          return FileSystemError(call: "write", path: name, errno: errno)
        }
      }
      return nil
    }
  }

  /// Ends the process as the system does when nobody reads its results any more, only without leaving
  /// temporary files.
  private func endByBrokenPipe() -> Never {
    temporaries.removeAll()
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(ExitCode.failure.rawValue)
  }
}
