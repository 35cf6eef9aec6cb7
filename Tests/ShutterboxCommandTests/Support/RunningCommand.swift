import Foundation
import PhotoFixtures

/// The program while it runs, with an input that the test feeds.
final class RunningCommand {
  private let process = Process()
  private let readEnd: FileHandle
  private let writeEnd: FileHandle

  /// - Parameters:
  ///   - output: Takes standard output; nothing if `nil`.
  ///   - errors: Takes standard error; nothing if `nil`.
  ///   - ignoresInterrupts: Whether it is started as by a shell that ignores SIGINT.
  init(
    _ arguments: [String], in folder: ScratchFolder, output: FileHandle? = nil,
    errors: FileHandle? = nil, environment: [String: String] = [:], ignoresInterrupts: Bool = false
  ) throws {
    // This side keeps the reading end open, too: a write to a program that has ended must not end the
    // tests.
    let pipe = Pipe()
    readEnd = pipe.fileHandleForReading
    writeEnd = pipe.fileHandleForWriting
    for end in [readEnd, writeEnd] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    let start = ignoresInterrupts ? #"trap '' INT; exec "$0" "$@""# : #"exec "$0" "$@""#
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", start, Shutterbox.path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = environment.merging(["XDG_CONFIG_HOME": "\(folder.path)/config"]) { given, _ in
      given
    }
    process.standardInput = readEnd
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = errors ?? FileHandle.nullDevice
    try process.run()
  }

  /// Writes to standard input. What a pipe cannot hold waits until the program reads it.
  func feed(_ bytes: [UInt8]) throws {
    try writeEnd.write(contentsOf: Data(bytes))
  }

  /// Ends standard input.
  func endInput() throws {
    try writeEnd.close()
  }

  var processIdentifier: CInt { process.processIdentifier }

  var isRunning: Bool { process.isRunning }

  func send(_ signal: CInt) {
    kill(process.processIdentifier, signal)
  }

  /// Waits for the end: the exit status, or 128 plus the number of the signal as shells count.
  func wait() -> Int {
    process.waitUntilExit()
    let status = Int(process.terminationStatus)
    return process.terminationReason == .uncaughtSignal ? 128 + status : status
  }
}
