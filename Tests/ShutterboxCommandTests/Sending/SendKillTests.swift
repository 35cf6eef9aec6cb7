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

  /// Sends what is left, due or not.
  private func sendRest(_ receiver: RunningReceiver) throws {
    let entries = try home.captures.sql("SELECT id FROM entry").split(separator: "\n").map(String.init)
    for _ in 0..<20 {
      let result = try Shutterbox.run(
        ["send", "--to", "tus+\(receiver.url)"] + entries, in: home.scratch,
        environment: ["SHUTTERBOX_HOME=\(home.captures.path)", "SHUTTERBOX_TOKEN=\(RunningReceiver.token)"])
      // A request of one that was killed may still be under way.
      if result.status == 0 { return }
      #expect(result.status == 4, "\(result.errorText)")
    }
  }

  /// Bytes of bodies that the receiver read in all.
  private func readByteCount(_ receiver: RunningReceiver) throws -> Int {
    let text = String(decoding: try receiver.ask("GET", "/metrics")?.body ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("shutterbox_receiver_bytes_received_total") }
    return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
  }

  @Test("The sender is killed 200 times, and 50 files arrive once each")
  func sender() async throws {
    try await home.fill(photos: 47, side: 200, movies: [3_000_000, 9_000_000, 20_000_000])
    let receiver = try RunningReceiver(in: home.scratch)
    // How long a sender takes to begin is found out by one that has nothing to do.
    let start = Date()
    _ = try home.captures.run("send", "--to", home.scratch.path, "--watch", "--help")
    let beginning = Date().timeIntervalSince(start)
    var killed = 0
    // They get so much time that 200 of them get through with everything, more or less.
    var time = 0.03
    for number in 1...200 {
      let sender = try home.startSending(to: "tus+\(receiver.url)")
      if sender.isKilled(after: beginning * 0.5 + Double.random(in: 0...time)) { killed += 1 }
      let left = try Int(home.captures.sql("SELECT count(*) FROM upload").dropLast()) ?? 0
      time *= left > 50 - number / 4 ? 1.2 : 0.8
    }
    let left = try home.captures.sql("SELECT count(*) FROM upload")
    try sendRest(receiver)
    try expectAll()
    let total = try home.captures.files().reduce(0) { try $0 + home.scratch.read("home/\($1)").count }
    let read = try readByteCount(receiver)
    print(
      "killed \(killed) of 200 senders; \(read) bytes came for \(total), \(read - total) more than needed")
    #expect(killed >= 100)
    #expect(left != "50\n", "no sender got anywhere")
    receiver.command.send(SIGTERM)
    #expect(receiver.command.wait() == 0)
  }

  @Test("The receiver is killed 50 times, and 50 files arrive once each")
  func receiver() async throws {
    try await home.fill(photos: 47, side: 200, movies: [3_000_000, 9_000_000, 20_000_000])
    var receiver = try RunningReceiver(in: home.scratch)
    let port = receiver.port
    for _ in 0..<50 {
      let sender = try home.startSending(to: "tus+\(receiver.url)")
      _ = receiver.command.isKilled(after: Double.random(in: 0...0.3))
      _ = sender.wait()
      receiver = try RunningReceiver(in: home.scratch, port: port)
    }
    try sendRest(receiver)
    try expectAll()
    receiver.command.send(SIGTERM)
    #expect(receiver.command.wait() == 0)
  }
}
