import CaptureStorage
import DurableFiles
import Foundation
import PhotoFixtures

/// Captures to send, with real photos, and the program that sends them.
struct SendingHome {
  let captures: CaptureHome

  var scratch: ScratchFolder { captures.scratch }

  init() throws {
    captures = try CaptureHome()
  }

  /// Adds photos of about `side` times `side` bytes, each different, ten to an entry, and maybe movies.
  func fill(photos: Int, side: Int = 160, movies: [Int] = []) async throws {
    let store = try await CaptureStore.open(home: URL(fileURLWithPath: captures.path))
    var draft = await store.newEntry(text: nil)
    for index in 0..<photos {
      if index % 10 == 0 { draft = await store.newEntry(text: nil) }
      let jpeg = try JPEGTool.encode(.noise(width: side + index % 7, height: side, seed: UInt64(index + 1)))
      let photo = NewMedia.photo(
        jpeg: Data(jpeg), width: side + index % 7, height: side, source: .camera, removed: [])
      _ = try await store.add(photo, to: .draft(draft))
    }
    for (index, size) in movies.enumerated() {
      // A receiver looks at the first bytes only.
      var bytes: [UInt8] = [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)
      // Each block of 4 KiB begins with a number of its own, which makes it differ from all others.
      bytes += [UInt8](repeating: UInt8(index & 0xFF), count: max(0, size - bytes.count))
      for start in stride(from: 4096, to: size - 16, by: 4096) {
        withUnsafeBytes(of: UInt64(start &+ index &* 7919).bigEndian) {
          bytes.replaceSubrange(start..<(start + 8), with: $0)
        }
      }
      let movie = NewMedia.movie(
        MemoryByteSource(Array(bytes.prefix(size)), name: "movie"), fileExtension: "mov", width: 64,
        height: 48,
        source: .camera)
      _ = try await store.add(movie, to: .draft(draft))
    }
  }

  /// `entry/media` and the SHA-256 of everything that is owned, as sha256sum(1) says.
  func owned() throws -> [String: String] {
    try Self.sums(captures.files().map { "home/\($0)" }, in: scratch, dropping: 2)
  }

  /// The same of what a receiver has in `folder`.
  func received(in folder: String = "received") throws -> [String: String] {
    let files = try scratch.files().filter {
      $0.hasPrefix("\(folder)/") && !$0.contains("/.") && !$0.hasSuffix(".json")
    }
    return try Self.sums(files, in: scratch, dropping: folder.split(separator: "/").count)
  }

  private static func sums(
    _ files: [String], in scratch: ScratchFolder, dropping count: Int
  ) throws -> [String: String] {
    if files.isEmpty { return [:] }
    let output = try Tool.output("sha256sum", ["--"] + files.map { "\(scratch.path)/\($0)" })
    var result: [String: String] = [:]
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let path = line.dropFirst(66).dropFirst(scratch.path.count + 1)
      let parts = path.split(separator: "/").dropFirst(count)
      let name = parts.joined(separator: "/").split(separator: ".").first.map(String.init) ?? ""
      guard result.updateValue(String(line.prefix(64)), forKey: name) == nil else {
        throw FixtureError("\(name) is there twice")
      }
    }
    return result
  }

  /// Runs `shutterbox send` to its end.
  func send(to destination: String, _ arguments: String...) throws -> Tool.Result {
    try Shutterbox.run(
      ["send", "--to", destination, "--json"] + arguments, in: scratch,
      environment: ["SHUTTERBOX_HOME=\(captures.path)", "SHUTTERBOX_TOKEN=\(RunningReceiver.token)"])
  }

  /// Starts `shutterbox send`.
  func startSending(to destination: String, _ arguments: String...) throws -> RunningCommand {
    try RunningCommand(
      ["send", "--to", destination, "--json"] + arguments, in: scratch,
      environment: ["SHUTTERBOX_HOME": captures.path, "SHUTTERBOX_TOKEN": RunningReceiver.token])
  }
}

extension RunningCommand {
  /// Kills the program at once, after as many seconds unless it ends before.
  ///
  /// - Returns: Whether it was killed.
  func isKilled(after seconds: Double) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline, isRunning { usleep(500) }
    let isKilled = isRunning
    send(SIGKILL)
    _ = wait()
    return isKilled
  }
}
