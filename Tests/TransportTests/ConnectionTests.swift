import FaultServer
import Foundation
import PhotoFixtures
import Synchronization
import Testing
import Transport

/// How connections are used.
@Suite(.timeLimit(.minutes(10)))
struct ConnectionTests {
  @Test(arguments: TransportKind.allCases)
  func `Requests one after the other share a connection`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200, text: "ok") }
    defer { server.stop() }
    let transport = kind.make()
    for method in ["PUT", "GET", "PATCH", "HEAD", "POST"] {
      let body = method == "GET" || method == "HEAD" ? nil : patterned(100_000)
      // A HEAD's answer must not have a body.
      if method == "HEAD" { continue }
      #expect(try await transport.response(to: HTTPRequest(method, server.url(), body: body)).status == 200)
    }
    // The session of the system takes bytes alone, and has connections of its own.
    #expect(server.requests.map(\.connection) == (kind.hasTwoSessions ? [0, 1, 0, 0] : [0, 0, 0, 0]))
  }

  @Test(arguments: TransportKind.allCases)
  func `A connection that the server closed meanwhile is replaced`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200, end: .close) }
    defer { server.stop() }
    let transport = kind.make()
    for number in 0..<4 {
      let request = HTTPRequest("PATCH", server.url(), body: patterned(50_000))
      #expect(try await transport.response(to: request).status == 200)
      await server.waitForEnd(ofConnection: number)
    }
    #expect(server.requests.map(\.connection) == [0, 1, 2, 3])
  }

  #if os(Linux)
    @Test(arguments: [Reply.close, .reset], [0, 10, 5_000_000])
    func `A request that met with the end of a kept connection is sent again`(reply: Reply, byteCount: Int)
      async throws
    {
      // The second request over the first connection gets no answer.
      let server = try FaultServer(
        keepsBodies: false, reading: { $0.number == 1 ? .nothing : .all },
        answering: { $0.number == 1 ? reply : .answer(200) })
      defer { server.stop() }
      let transport = TransportKind.curl.make()
      #expect(try await transport.response(to: HTTPRequest("GET", server.url())).status == 200)
      let body = patterned(byteCount)
      let marks = Mutex<[Int]>([])
      let response = try await transport.response(to: HTTPRequest("PATCH", server.url(), body: body)) {
        count in
        marks.withLock { $0.append(count) }
      }
      #expect(response.status == 200)
      #expect(server.requests.map(\.connection) == [0, 0, 1])
      #expect(server.requests.last?.bodyByteCount == byteCount)
      let rising = marks.withLock { $0 }
      #expect(rising == rising.sorted() && Set(rising).count == rising.count)
      #expect(rising.last ?? 0 == byteCount)
    }

    @Test func `A kept connection whose end comes before the body is replaced`() async throws {
      // Only the server's side ends, as it does between a head and its body when the server is not busy.
      let server = try FaultServer(
        keepsBodies: false, reading: { $0.number == 1 ? .nothing : .all },
        answering: { $0.number == 1 ? Reply(end: .closeGently) : .answer(200) })
      defer { server.stop() }
      let transport = TransportKind.curl.make()
      #expect(try await transport.response(to: HTTPRequest("GET", server.url())).status == 200)
      let body = patterned(50_000_000)
      let response = try await transport.response(to: HTTPRequest("PATCH", server.url(), body: body))
      #expect(response.status == 200)
      #expect(server.requests.map(\.connection) == [0, 0, 1])
      #expect(server.requests.last?.bodyByteCount == body.count)
    }

    @Test func `A request over a new connection is sent once`() async throws {
      let server = try FaultServer { _ in .close }
      defer { server.stop() }
      let transport = TransportKind.curl.make()
      let request = HTTPRequest("PATCH", server.url(), body: patterned(10))
      #expect(try await failure { try await transport.response(to: request) } == .connectionLost)
      #expect(server.requests.count == 1)
    }

    @Test func `A transport that is gone has closed its connections`() async throws {
      let server = try FaultServer { _ in .answer(200) }
      defer { server.stop() }
      _ = try await TransportKind.curl.make().response(to: HTTPRequest("GET", server.url()))
      await server.waitForEnd(ofConnection: 0)
    }
  #endif

  @Test(arguments: TransportKind.allCases)
  func `Many requests at once are all answered, over a bounded number of connections`(kind: TransportKind)
    async throws
  {
    let together = Mutex<FaultServer?>(nil)
    let server = try FaultServer { request in
      // Nobody is answered until four are there: they are under way at once.
      if let server = together.withLock({ $0 }) { _ = await server.requests(atLeast: 4) }
      return .answer(200, text: "\(request.target) \(request.bodySHA256 ?? "")")
    }
    together.withLock { $0 = server }
    defer {
      server.stop()
      together.withLock { $0 = nil }
    }
    let transport = kind.make()
    try await withThrowingTaskGroup(of: (Int, HTTPResponse).self) { group in
      for number in 0..<64 {
        let request = HTTPRequest(
          "PUT", server.url("/\(number)"), body: Data(repeating: UInt8(number), count: 10_000 + number))
        group.addTask { (number, try await transport.response(to: request)) }
      }
      for try await (number, response) in group {
        let seen = try #require(server.requests.first { $0.target == "/\(number)" })
        #expect(response.body == Data("/\(number) \(seen.bodySHA256 ?? "")".utf8))
        #expect(seen.body == Data(repeating: UInt8(number), count: 10_000 + number))
      }
    }
    #expect(server.requests.count == 64)
    // The URLSession of Linux opens some more.
    #expect((4...(kind.isPortedURLSession ? 64 : 16)).contains(server.connectionCount))
  }

  @Test(arguments: TransportKind.allCases)
  func `Progress rises to the size of the body`(kind: TransportKind) async throws {
    let server = try FaultServer(keepsBodies: false) { _ in .answer(200) }
    defer { server.stop() }
    let marks = Mutex<[Int]>([])
    let request = HTTPRequest("PUT", server.url(), body: patterned(5_000_000))
    _ = try await kind.make().response(to: request) { count in marks.withLock { $0.append(count) } }
    let seen = marks.withLock { $0 }
    #expect(seen.count > (kind.isPortedURLSession ? 0 : 5))
    #expect(seen == seen.sorted())
    #expect(seen.last == 5_000_000)
  }

  #if os(Linux)
    @Test func `A large body is not copied as a whole`() async throws {
      let server = try FaultServer(keepsBodies: false) { _ in .answer(200) }
      defer { server.stop() }
      // Pages of a file do not count, but those of a copy would.
      let size = 600_000_000
      let scratch = try ScratchFolder()
      let file = URL(fileURLWithPath: try scratch.write([], as: "body"))
      try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(size))
      let request = HTTPRequest("PUT", server.url(), body: try Data(contentsOf: file, options: .alwaysMapped))
      let before = try ownKilobytes()
      let highest = Mutex(0)
      _ = try await TransportKind.curl.make().response(to: request) { count in
        // Near the end a copy would be whole.
        if count > size * 9 / 10, let now = try? ownKilobytes() { highest.withLock { $0 = max($0, now) } }
      }
      // The rest is for other tests, which run at the same time.
      #expect(highest.withLock { $0 } > 0)
      #expect(highest.withLock { $0 } - before < size / 1024 / 2)
      #expect(server.requests.first?.bodyByteCount == size)
    }

    /// What the program has in memory that is not of a file.
    private func ownKilobytes() throws -> Int {
      let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("RssAnon:") })
      return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }
  #endif
}
