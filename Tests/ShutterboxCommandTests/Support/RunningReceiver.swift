import Foundation
import PhotoFixtures

/// The program while it receives.
final class RunningReceiver {
  static let token = "test-token"

  let command: RunningCommand
  let scratch: ScratchFolder
  /// What it said when it began to listen.
  let announcement: [String: Any]
  private let output: FileHandle
  private var pending = Data()

  /// Starts `shutterbox receive --dir received --json` in `scratch`, and waits until it listens.
  ///
  /// - Parameter token: What SHUTTERBOX_TOKEN holds.
  init(
    _ arguments: [String] = [], in scratch: ScratchFolder, port: Int = 0,
    token: String? = RunningReceiver.token
  ) throws {
    self.scratch = scratch
    let pipe = Pipe()
    let log = "\(scratch.path)/log"
    if !FileManager.default.fileExists(atPath: log) {
      guard FileManager.default.createFile(atPath: log, contents: nil) else { throw FixtureError("no log") }
    }
    guard let errors = FileHandle(forWritingAtPath: log) else { throw FixtureError("no log") }
    _ = try errors.seekToEnd()
    var environment = ["SHUTTERBOX_HOME": "\(scratch.path)/home"]
    environment["SHUTTERBOX_TOKEN"] = token
    command = try RunningCommand(
      ["receive", "--dir", "received", "--port", "\(port)", "--json"] + arguments, in: scratch,
      output: pipe.fileHandleForWriting, errors: errors, environment: environment)
    try pipe.fileHandleForWriting.close()
    output = pipe.fileHandleForReading
    var pending = Data()
    guard let line = Self.line(of: output, &pending),
      let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
    else {
      let log = String(decoding: try scratch.read("log"), as: UTF8.self)
      throw FixtureError("it does not listen: \(log)")
    }
    announcement = object
    self.pending = pending
  }

  deinit { command.send(SIGKILL) }

  var url: String { announcement["url"] as? String ?? "" }
  var port: Int { Int(url.split(separator: ":").last?.prefix { $0.isNumber } ?? "") ?? 0 }
  var log: String {
    get throws { String(decoding: try scratch.read("log"), as: UTF8.self) }
  }

  /// Reads standard output from now on and drops it: a line for each file would fill the pipe.
  func discardOutput() {
    let output = output
    Thread.detachNewThread { while !output.availableData.isEmpty {} }
  }

  /// Waits for the next line of standard output; `nil` at its end.
  func nextObject() throws -> [String: Any]? {
    guard let line = Self.line(of: output, &pending) else { return nil }
    return try JSONSerialization.jsonObject(with: line) as? [String: Any]
  }

  private static func line(of handle: FileHandle, _ pending: inout Data) -> Data? {
    while true {
      if let end = pending.firstIndex(of: 10) {
        defer { pending = Data(pending[(end + 1)...]) }
        return Data(pending[..<end])
      }
      let more = handle.availableData
      if more.isEmpty { return nil }
      pending += more
    }
  }

  /// Files that were received, relative to the folder, without what is hidden.
  func files() throws -> [String] {
    try scratch.files().filter { $0.hasPrefix("received/") && !$0.contains("/.") }.map {
      String($0.dropFirst(9))
    }
  }

  /// Asks once; the connection is closed behind it.
  func ask(
    _ method: String, _ path: String, _ fields: [String] = [], body: [UInt8] = [], isAuthorized: Bool = true
  )
    throws -> RawConnection.Answer?
  {
    let client = try RawConnection(port: port)
    let authorization = isAuthorized ? "Authorization: Bearer \(Self.token)\r\n" : ""
    let lines = fields.map { "\($0)\r\n" }.joined()
    let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
    client.send(
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(authorization)Tus-Resumable: 1.0.0\r\n\(length)\(lines)\r\n"
    )
    client.send(body)
    return client.readAnswer(isHead: method == "HEAD")
  }

  /// Creates an upload of `length` bytes, and returns its path.
  func create(length: Int) throws -> String {
    let answer = try ask("POST", "/files", ["Upload-Length: \(length)"])
    guard let answer, answer.status == 201, let place = answer.values("Location").first,
      let path = place.firstRange(of: "/files/").map({ String(place[$0.lowerBound...]) })
    else { throw FixtureError("no upload: \(answer?.head ?? "")") }
    return path
  }

  /// The descriptors that it has open; `nil` where the system does not say.
  func descriptorCount() -> Int? {
    // A system without /proc has no such folder, which is no failure.
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(command.processIdentifier)/fd").count
  }

  /// The most memory that it had, in KiB.
  func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(command.processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw FixtureError("no VmHWM: \(status)")
    }
    return number
  }
}
