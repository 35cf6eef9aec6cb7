#if os(Linux)
  import Foundation
  import PhotoFixtures

  /// A message bus and a NetworkManager, led by lines; see `network_manager.py`.
  final class MessageBus {
    private let process = Process()
    private let input: FileHandle
    private let output: FileHandle
    private var rest: [UInt8] = []

    static let isInstalled = Tool.isInstalled("dbus-daemon") && hasBindings
    static let absence = "dbus-daemon, python3-dbus or python3-gi is not installed"
    private static var hasBindings: Bool {
      (try? Tool.output("/usr/bin/python3", ["-c", "import dbus; from gi.repository import GLib"])) != nil
    }

    /// - Parameter socket: Where the bus will listen.
    init(socket: String) throws {
      let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "network_manager.py")
      let commands = Pipe()
      let answers = Pipe()
      input = commands.fileHandleForWriting
      output = answers.fileHandleForReading
      for end in [input, output] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = ["-B", script.path(), socket]
      process.standardInput = commands.fileHandleForReading
      process.standardOutput = answers.fileHandleForWriting
      try process.run()
    }

    deinit {
      // It ends at the end of its input, and ends its bus. A failure means that it has ended before.
      try? input.close()
      process.waitUntilExit()
    }

    /// Sends one line and waits for the answer.
    @discardableResult
    func tell(_ line: String) throws -> String {
      try input.write(contentsOf: Data((line + "\n").utf8))
      while true {
        if let end = rest.firstIndex(of: 10) {
          defer { rest.removeSubrange(...end) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        // FileHandle waits until it has as much as was asked for.
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(output.fileDescriptor, &buffer, buffer.count)
        guard count > 0 else { throw FixtureError("the message bus ended at: \(line)") }
        rest += buffer[..<count]
      }
    }
  }
#endif
