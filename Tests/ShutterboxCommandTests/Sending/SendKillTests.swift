import Foundation
import PhotoFixtures
import Testing

/// Whoever dies in the midst of it, everything arrives once.
///
/// One at a time: how far a process gets before it is killed should not hang on other tests.
@Suite("Kills while photos are sent", .serialized)
struct SendKillTests {
  private let home: SendingHome

  init() throws {
    home = try SendingHome()
  }

  private func expectAll(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let owned = try home.owned()
    #expect(try home.received() == owned, sourceLocation: sourceLocation)
    #expect(try home.captures.sql("SELECT count(*) FROM upload") == "0\n", sourceLocation: sourceLocation)
    #expect(owned.count == 50, sourceLocation: sourceLocation)
  }

  /// Bytes of bodies that the receiver read in all, by its log.
  private func readByteCount() throws -> Int {
    let log = String(decoding: try home.scratch.read("log"), as: UTF8.self)
    return log.split(separator: "\n").reduce(0) { sum, line in
      // Half a line of a receiver that was killed counts for nothing.
      let object = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
      return sum + (object?["event"] as? String == "request" ? object?["bytes"] as? Int ?? 0 : 0)
    }
  }

  @Test("The sender is killed 200 times, and 50 files arrive once each")
  func sender() async throws {
    try await home.fill(photos: 47, side: 200, movies: [3_000_000, 9_000_000, 20_000_000])
    let receiver = try RunningReceiver(in: home.scratch)
    var random = SystemRandomNumberGenerator()
    var killed = 0
    for _ in 0..<200 {
      let sender = try home.startSending(to: "tus+\(receiver.url)")
      if sender.isKilled(after: Double.random(in: 0...0.15, using: &random)) { killed += 1 }
    }
    let result = try home.send(to: "tus+\(receiver.url)")
    #expect(result.status == 0, "\(result.errorText)")
    try expectAll()
    let total = try home.scratch.files().filter { $0.hasPrefix("home/captures/") }
      .reduce(0) { try $0 + home.scratch.read($1).count }
    print(
      "killed \(killed) senders; the receiver read \(try readByteCount()) bytes of \(total), "
        + "\(try readByteCount() - total) of them again")
    receiver.command.send(SIGTERM)
    #expect(receiver.command.wait() == 0)
  }

  @Test("The receiver is killed 50 times, and 50 files arrive once each")
  func receiver() async throws {
    try await home.fill(photos: 47, side: 200, movies: [3_000_000, 9_000_000, 20_000_000])
    var receiver = try RunningReceiver(in: home.scratch)
    let port = receiver.port
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let sender = try home.startSending(to: "tus+\(receiver.url)")
      _ = receiver.command.isKilled(after: Double.random(in: 0...0.3, using: &random))
      _ = sender.wait()
      receiver = try RunningReceiver(in: home.scratch, port: port)
    }
    // What failed waits for its time; to be asked for it is sent at once.
    let entries = try home.captures.sql("SELECT id FROM entry").split(separator: "\n").map(String.init)
    for _ in 0..<3 {
      _ = try Shutterbox.run(
        ["send", "--to", "tus+\(receiver.url)"] + entries, in: home.scratch,
        environment: ["SHUTTERBOX_HOME=\(home.captures.path)", "SHUTTERBOX_TOKEN=\(RunningReceiver.token)"])
    }
    try expectAll()
    receiver.command.send(SIGTERM)
    #expect(receiver.command.wait() == 0)
  }
}
