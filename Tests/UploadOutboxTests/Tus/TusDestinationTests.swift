import CaptureStorage
import FaultServer
import Foundation
import Hashing
import PhotoFixtures
import Testing
import Transport
import TransportLibcurl

@testable import UploadOutbox

/// Each way in which uploads by tus fail, as a scripted exchange over a real connection.
@Suite("Sending by tus")
struct TusDestinationTests {
  /// The size of a piece here, so that a few kilobytes make several.
  static let piece = 1 << 16

  private let journal: TestJournal
  private let log = EventLog()

  init() throws {
    journal = try TestJournal()
  }

  /// Sends everything that is due, with pieces of the usual size.
  private func sendDue(
    _ store: CaptureStore, _ server: FakeTusServer, concurrency: Int = 1,
    credentials: (any Credentials)? = nil
  ) async throws {
    var transport: any HTTPTransport = CurlTransport()
    if let credentials {
      transport = try AuthorizedTransport(transport, for: server.endpoint, credentials: credentials)
    }
    var options = OutboxOptions()
    options.concurrency = concurrency
    options.random = { 0 }
    let destination = try TusDestination(endpoint: server.endpoint, transport: RedirectFollowing(transport))
    try await Outbox(store: store, destination: destination, options: options, report: log.report).sendDue()
  }

  /// Sends one item in small pieces.
  ///
  /// - Returns: Why it was not delivered; `nil` if it was.
  private func send(
    _ media: Media, _ store: CaptureStore, _ server: FakeTusServer, state: StateBox = StateBox()
  ) async throws -> DeliveryError? {
    let file = try await VerifiedFile(
      store.open(media), byteCount: media.byteCount, sha256: media.sha256, pieceByteCount: Self.piece)
    let destination = try TusDestination(endpoint: server.endpoint, transport: CurlTransport())
    do throws(DeliveryError) {
      try await destination.send(
        Delivery(
          media: media, file: file, state: state.value,
          onState: { new throws(DeliveryError) in state.value = new }))
      return nil
    } catch {
      return error
    }
  }

  private func expectStored(
    _ media: Media, _ server: FakeTusServer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let uploads = server.stored.values.filter { $0.metadata["media"] == media.id.text && !$0.bytes.isEmpty }
    #expect(uploads.count == 1, "once", sourceLocation: sourceLocation)
    #expect(
      try uploads.first?.bytes == Data(contentsOf: journal.url(media)), "whole",
      sourceLocation: sourceLocation)
  }

  // What is sent.

  @Test("What goes along is ids, hash and type, and nothing of what a file was called")
  func metadata() async throws {
    let server = try FakeTusServer()
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 1000)
    try await sendDue(store, server)
    try expectStored(media, server)
    #expect(
      server.stored.values.map(\.metadata) == [
        [
          "media": media.id.text, "entry": media.entry.text, "sha256": media.sha256.description,
          "type": "image/jpeg",
        ]
      ])
  }

  @Test("A file goes piece by piece, each with its checksum, from offset to offset")
  func pieces() async throws {
    let server = try FakeTusServer()
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 3 * Self.piece + 10)
    #expect(try await send(media, store, server) == nil)
    try expectStored(media, server)
    #expect(server.methods == ["POST", "PATCH", "PATCH", "PATCH", "PATCH"])
    for request in server.requests where request.method == "PATCH" {
      let checksum = request.header("Upload-Checksum")?.split(separator: " ").last ?? ""
      let digest = Data(base64Encoded: String(checksum))?.map { String(format: "%02x", $0) }.joined()
      #expect(digest == request.bodySHA256)
    }
    #expect(Set(server.requests.map(\.connection)).count == 1, "one connection for all")
  }

  @Test("A receiver that tells media by their ids gets a small file in one request")
  func oneRequest() async throws {
    let server = try FakeTusServer(knowsMedia: true)
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 1000)
    try await sendDue(store, server)
    #expect(server.methods == ["POST"])
    try expectStored(media, server)
    // And it is not sent again if it comes again.
    let other = try await journal.open()
    #expect(try await send(media, other, server) == nil)
    #expect(server.stored.count == 1)
  }

  @Test("An empty file is complete when its upload is made")
  func empty() async throws {
    let server = try FakeTusServer()
    defer { server.stop() }
    let store = try await journal.open()
    try await store.queue(bytes: 0)
    try await sendDue(store, server)
    #expect(server.methods == ["POST"])
    #expect(log.sentCount == 1)
  }

  @Test("A file larger than the receiver takes is not sent at all")
  func tooLarge() async throws {
    let server = try FakeTusServer { request, _ in
      guard request.method == "OPTIONS" else { return nil }
      return .instead(
        .answer(
          204, [("Tus-Version", "1.0.0"), ("Tus-Extension", "creation"), ("Tus-Max-Size", "999")]))
    }
    defer { server.stop() }
    let store = try await journal.open()
    try await store.queue(bytes: 1000)
    try await sendDue(store, server)
    #expect(log.outcomes.map(\.status) == [.stuck])
    #expect(server.methods == [])
  }

  // The address of an upload.

  @Test(
    "An upload that the server has lost is made anew, once, and the old address is forgotten",
    arguments: [404, 410])
  func lostUpload(status: Int) async throws {
    let server = try FakeTusServer { request, count in
      // The server forgets after the second piece.
      request.method == "PATCH" && count == 2 ? .instead(.answer(status, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 4 * Self.piece)
    #expect(try await send(media, store, server) == nil)
    #expect(server.methods.count { $0 == "POST" } == 2)
    #expect(server.stored["/files/2"]?.bytes.count == 4 * Self.piece)
    // Not a byte went to the old address after that.
    let tail = server.requests.drop { $0.method != "PATCH" }.drop { $0.target == "/files/1" }
    #expect(tail.allSatisfy { $0.target != "/files/1" })
  }

  @Test("A server that loses every upload is not asked for ever")
  func alwaysLost() async throws {
    let server = try FakeTusServer { request, _ in
      request.method == "PATCH" ? .instead(.answer(404, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 1000)
    #expect(try await send(media, store, server)?.code == .failed)
    #expect(server.methods.count { $0 == "POST" } == 2)
  }

  @Test("A status that passes keeps the address", arguments: [423, 500, 502, 503, 504])
  func passingStatus(status: Int) async throws {
    let server = try FakeTusServer { request, count in
      (request.method == "HEAD" || request.method == "PATCH" && request.header("Upload-Offset") != "0")
        && count < 3
        ? .instead(.answer(status, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 2 * Self.piece)
    let state = StateBox()
    for _ in 0..<6 {
      let failure = try await send(media, store, server, state: state)
      if failure == nil { break }
      #expect(failure?.code == .failed)
      #expect(state.value == server.endpoint + "/1")
    }
    try expectStored(media, server)
    #expect(server.methods.count { $0 == "POST" } == 1)
    #expect(server.bodyByteCount < 4 * Self.piece + 1)
  }

  @Test("A server at another offset is followed, behind or ahead", arguments: [-20, 30])
  func otherOffset(difference: Int) async throws {
    let bytes = Data((0..<4 * Self.piece).map { UInt8(truncatingIfNeeded: $0 / 251) })
    let server = try FakeTusServer()
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes, to: .draft(await store.newEntry(text: nil)))
    let state = StateBox()
    // What was sent before: two pieces, and then the server lost some, or has more than it told.
    server.change("/files/9") {
      $0 = .init(
        metadata: ["media": media.id.text], length: bytes.count,
        bytes: Data(bytes.prefix(2 * Self.piece + difference)))
    }
    state.value = server.endpoint + "/9"
    #expect(try await send(media, store, server, state: state) == nil)
    try expectStored(media, server)
    #expect(server.bodyByteCount == bytes.count - 2 * Self.piece - difference)
  }

  @Test("A conflict in the middle is settled by asking, without end only if there is progress")
  func conflict() async throws {
    let server = try FakeTusServer { request, count in
      request.method == "PATCH" && count == 1 ? .afterwards(.answer(409, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 3 * Self.piece)
    #expect(try await send(media, store, server) == nil)
    try expectStored(media, server)

    let stubborn = try FakeTusServer { request, _ in
      request.method == "PATCH" ? .instead(.answer(409, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { stubborn.stop() }
    #expect(try await send(media, store, stubborn)?.code == .failed)
    #expect(stubborn.methods.count < 12)
  }

  // Connections that end.

  @Test(
    "When the answer to the last bytes is lost, nothing is sent or stored twice", arguments: [false, true])
  func lostAnswer(knowsMedia: Bool) async throws {
    let server = try FakeTusServer(knowsMedia: knowsMedia) { request, count in
      // The creation that carries bytes, or else the first piece. A client may send once more over a new connection.
      (request.method == "PATCH" || !request.body.isEmpty) && count < 2 ? .afterwards(.close) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 1000)
    try await sendDue(store, server)
    try await sendDue(store, server)
    try expectStored(media, server)
    #expect(log.outcomes.last?.status == .sent)
  }

  @Test("A connection that breaks goes on where the server is, and repeats less than a piece")
  func broken() async throws {
    let server = try FakeTusServer { request, count in
      request.method == "PATCH" && count % 2 == 1 ? .keeping(1000) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 4 * Self.piece)
    let state = StateBox()
    var failures = 0
    while try await send(media, store, server, state: state) != nil, failures < 20 { failures += 1 }
    try expectStored(media, server)
    #expect(server.methods.count { $0 == "POST" } == 1)
  }

  @Test("One connection of five that breaks is that item's matter alone")
  func oneOfFive() async throws {
    let bad = Mutexed("")
    let server = try FakeTusServer { request, _ in
      request.method == "PATCH" && request.target == bad.value ? .instead(.reset) : nil
    }
    defer { server.stop() }
    bad.value = "/files/3"
    let store = try await journal.open()
    for index in 0..<5 { try await store.queue(bytes: 1000 + index) }
    try await sendDue(store, server)
    #expect(log.sentCount == 4)
    let queue = try await store.uploadQueue()
    #expect(queue.waiting == 1 && queue.stuck == 0)
    bad.value = ""
    try await sendDue(store, server)
    #expect(log.sentCount == 5)
    #expect(server.stored.count == 5)
  }

  @Test("A server that cannot be reached ends the pass")
  func nobodyThere() async throws {
    let server = try FakeTusServer()
    server.stop()
    let store = try await journal.open()
    for index in 0..<3 { try await store.queue(bytes: 1000 + index) }
    try await sendDue(store, server)
    #expect(log.outcomes.count == 1)
    #expect(log.outcomes.first?.attempts == 0)
  }

  // Refusals.

  @Test(
    "What is refused for good is stuck with a reason in words, and the rest is sent",
    arguments: [400, 403, 413, 415, 422])
  func refused(status: Int) async throws {
    let server = try FakeTusServer { request, count in
      request.method == "PATCH" && count == 0
        ? .instead(
          .answer(
            status, [("Tus-Resumable", "1.0.0"), ("Content-Type", "text/plain; charset=utf-8")],
            text: "the proxy says no\n")) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    for index in 0..<4 { try await store.queue(bytes: 1000 + index) }
    try await sendDue(store, server)
    #expect(log.outcomes.map(\.status) == [.stuck, .sent, .sent, .sent])
    #expect(log.outcomes.first?.reason?.contains("(\(status)): the proxy says no") == true)
    #expect(FileManager.default.fileExists(atPath: journal.url(try #require(log.outcomes.first?.media)).path))
    // What was begun there is freed.
    #expect(server.methods.contains("DELETE"))
    #expect(server.stored.count == 3)
  }

  @Test("Too many requests: everything waits for as long as the server says", arguments: ["5", "date"])
  func tooMany(form: String) async throws {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let now = Date()
    let field = form == "date" ? format.string(from: now.addingTimeInterval(300)) : "300"
    let server = try FakeTusServer { request, count in
      request.method == "POST" && count == 1
        ? .instead(.answer(429, [("Retry-After", field), ("Date", format.string(from: now))])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    for index in 0..<6 { try await store.queue(bytes: 1000 + index) }
    try await sendDue(store, server)
    #expect(log.sentCount == 1)
    #expect(server.methods.count { $0 == "POST" } == 2)
    journal.clock.advance(by: 299)
    try await sendDue(store, server)
    #expect(server.methods.count { $0 == "POST" } == 2)
    journal.clock.advance(by: 1)
    try await sendDue(store, server)
    #expect(log.sentCount == 6)
  }

  @Test("The page of a hotel's network is no success", arguments: ["page", "redirection", "page for PATCH"])
  func captivePortal(kind: String) async throws {
    let isOpen = Mutexed(false)
    let server = try FakeTusServer { request, _ in
      if isOpen.value || kind == "page for PATCH" && request.method != "PATCH" { return nil }
      return .instead(
        kind == "redirection"
          ? .answer(302, [("Location", "http://127.0.0.1:9/login")])
          : .answer(200, [("Content-Type", "text/html")], text: "<html>Welcome to the hotel</html>"))
    }
    defer { server.stop() }
    let store = try await journal.open()
    for index in 0..<3 { try await store.queue(bytes: 1000 + index) }
    try await sendDue(store, server)
    #expect(log.sentCount == 0)
    #expect(log.outcomes.allSatisfy { $0.status == .waiting && $0.attempts == 0 })
    #expect(try await store.uploadQueue().waiting == 3)
    isOpen.value = true
    try await sendDue(store, server)
    #expect(log.sentCount == 3)
  }

  // Credentials.

  @Test("A token that expires in the middle is asked for anew, and not a byte is lost")
  func tokenExpires() async throws {
    let server = try FakeTusServer { request, _ in
      let isOld = request.header("Authorization") != "Bearer new"
      return isOld && request.header("Upload-Offset") != nil && request.method == "PATCH"
        ? .instead(.answer(401, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 1000)
    try await sendDue(store, server, credentials: RefreshedCredentials(token: "old") { "new" })
    try expectStored(media, server)
    #expect(server.methods.count { $0 == "POST" } == 1)
  }

  @Test("A token that is refused stops everything and gives up no progress")
  func tokenRefused() async throws {
    let isRefused = Mutexed(false)
    let server = try FakeTusServer { _, _ in
      isRefused.value ? .instead(.answer(401, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 2 * Self.piece)
    let state = StateBox()
    let first = try FakeTusServer()
    defer { first.stop() }
    server.change("/files/5") {
      $0 = .init(metadata: ["media": media.id.text], length: media.byteCount)
    }
    state.value = server.endpoint + "/5"
    isRefused.value = true
    #expect(try await send(media, store, server, state: state)?.code == .unauthorized)
    #expect(state.value == server.endpoint + "/5")
    isRefused.value = false
    #expect(try await send(media, store, server, state: state) == nil)
    #expect(server.methods.allSatisfy { $0 != "POST" })
  }

  @Test("Another server that a redirection leads to gets the bytes and no token")
  func redirection() async throws {
    let other = try FakeTusServer(knowsMedia: true)
    defer { other.stop() }
    let target = other.endpoint
    let server = try FakeTusServer(knowsMedia: true) { request, _ in
      request.method == "POST" ? .instead(.answer(307, [("Location", target)])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    try await store.queue(bytes: 1000)
    try await sendDue(store, server, credentials: FixedCredentials.bearer("secret"))
    #expect(other.stored.count == 1)
    #expect(other.requests.allSatisfy { !$0.head.contains("secret") })
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer secret" })
  }

  @Test("Nothing of a token is in the ledger or in what is reported")
  func noTraces() async throws {
    let server = try FakeTusServer { request, _ in
      request.method == "PATCH" ? .instead(.answer(500, [("Tus-Resumable", "1.0.0")])) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    try await store.queue(bytes: 1000)
    try await sendDue(store, server, credentials: FixedCredentials.bearer("very-secret-token"))
    for name in try FileManager.default.contentsOfDirectory(atPath: journal.home.path) {
      let url = journal.home.appendingPathComponent(name)
      guard let data = try? Data(contentsOf: url) else { continue }
      #expect(data.range(of: Data("very-secret".utf8)) == nil, "\(name)")
    }
    #expect(!"\(log.events)".contains("very-secret"))
  }

  // Files.

  @Test("Two files of one size and content in two entries are two uploads")
  func sameContent() async throws {
    let server = try FakeTusServer(knowsMedia: true)
    defer { server.stop() }
    let store = try await journal.open()
    let one = try await store.queue("the same")
    let two = try await store.queue("the same")
    try await sendDue(store, server)
    try expectStored(one, server)
    try expectStored(two, server)
  }

  @Test("A file replaced by one of the same size between two attempts is not mixed with the old one")
  func replaced() async throws {
    let isCut = Mutexed(true)
    let server = try FakeTusServer { request, count in
      guard isCut.value else { return nil }
      if request.method == "HEAD" { return .instead(.answer(500)) }
      return request.method == "PATCH" ? .keeping(400) : nil
    }
    defer { server.stop() }
    let store = try await journal.open()
    let media = try await store.queue(bytes: 1000)
    try await sendDue(store, server)
    #expect(server.stored.values.map(\.bytes.count) == [400])
    isCut.value = false
    try Data(count: 1000).write(to: journal.url(media))
    journal.clock.advance(by: 60)
    try await sendDue(store, server)
    #expect(log.outcomes.last?.status == .stuck)
    #expect(log.outcomes.last?.reason?.contains("changed on disk") == true)
    #expect(server.stored.isEmpty, "what was there of it is freed")
  }

  // Several.

  @Test("Two senders of the same captures upload everything once")
  func twoSenders() async throws {
    let server = try FakeTusServer()
    defer { server.stop() }
    let store = try await journal.open()
    for index in 0..<20 { try await store.queue(bytes: 1000 + index) }
    let other = try await journal.open()
    async let one: Void = sendDue(store, server, concurrency: 4)
    async let two: Void = sendDue(other, server, concurrency: 4)
    _ = try await (one, two)
    #expect(server.stored.count == 20)
    #expect(server.stored.values.allSatisfy { $0.bytes.count == $0.length })
  }

  @Test("Whatever fails at random, everything arrives once and whole", arguments: 0..<4)
  func random(seed: Int) async throws {
    let random = Mutexed(SeededRandom(state: UInt64(seed &+ 17)))
    let server = try FakeTusServer(knowsMedia: seed % 2 == 0) { request, _ in
      if request.method == "OPTIONS" { return nil }
      return random.change { random -> FakeTusServer.Fault? in
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .instead(.reset)
        case 1: .instead(.close)
        case 2: .afterwards(.reset)
        case 3: .instead(.answer(500))
        case 4: .instead(.answer(423, [("Tus-Resumable", "1.0.0")]))
        case 5 where request.method == "PATCH": .keeping(Int.random(in: 0...3000, using: &random))
        default: nil
        }
      }
    }
    defer { server.stop() }
    let store = try await journal.open()
    var all: [Media] = []
    for index in 0..<12 { all.append(try await store.queue(bytes: 1000 + 700 * index)) }
    var passes = 0
    while try await !store.uploadQueue().isEmpty, passes < 200 {
      try await sendDue(store, server, concurrency: 3)
      passes += 1
    }
    for media in all {
      let whole = server.stored.values.filter {
        $0.metadata["media"] == media.id.text && $0.bytes.count == $0.length
      }
      #expect(whole.count == 1, "seed \(seed)")
      #expect(try whole.first?.bytes == Data(contentsOf: journal.url(media)), "seed \(seed)")
    }
  }
}

/// What a destination remembers.
typealias StateBox = Mutexed<String?>

extension Mutexed where Value == String? {
  convenience init() { self.init(nil) }
}
