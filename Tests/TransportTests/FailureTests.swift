import FaultServer
import Foundation
import Testing
import Transport

/// What happens when there is no answer.
@Suite(.timeLimit(.minutes(10)))
struct FailureTests {
  @Test(
    arguments: TransportKind.allCases,
    [
      Reply.close, .reset,
      .answer(200, [("Content-Length", "9")], text: "short", end: .close),
      .answer(200, [("Content-Length", "9")], text: "short", end: .reset),
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", end: .close),
    ])
  func `An answer that does not come, or not whole, is a lost connection`(
    kind: TransportKind, reply: Reply
  ) async throws {
    try await expectLost(kind, reply)
  }

  // Garbage ends the whole program in the URLSession of Linux.
  @Test(
    arguments: TransportKind.allCases.filter { !$0.isPortedURLSession },
    [
      Reply.raw("a teapot\r\n\r\n", end: .close), .raw("HTTP/1.1 200 OK\r\nContent-Le", end: .close),
      .raw("HTTP/1.1 200 OK\r\nContent-Le", end: .reset), .raw("HTTP/1.1 999 Odd\r\n\r\n", end: .close),
      .raw("HTTP/1.1 200 OK\r\n" + String(repeating: "X-A: b\r\n", count: 100_000), end: .closeGently),
      .raw(String(repeating: "HTTP/1.1 103 Early\r\nX-A: b\r\n\r\n", count: 20_000), end: .closeGently),
    ])
  func `An answer that is not HTTP, or without end, is a lost connection`(
    kind: TransportKind, reply: Reply
  ) async throws {
    try await expectLost(kind, reply)
  }

  private func expectLost(_ kind: TransportKind, _ reply: Reply) async throws {
    let server = try FaultServer { _ in reply }
    defer { server.stop() }
    let request = HTTPRequest("PUT", server.url("/?secret"), body: Data("abc".utf8))
    #expect(try await failure { try await kind.make().response(to: request) } == .connectionLost)
  }

  @Test(arguments: TransportKind.allCases)
  func `A connection that ends in the middle of the body is lost`(kind: TransportKind) async throws {
    let server = try FaultServer(reading: { _ in .first(200_000) }, answering: { _ in .reset })
    defer { server.stop() }
    let request = HTTPRequest("PATCH", server.url(), body: patterned(8_000_000))
    #expect(try await failure { try await kind.make().response(to: request) } == .connectionLost)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: TransportKind.allCases)
  func `Where nothing listens the connection is refused`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .close }
    let url = server.url()
    _ = try await failure { try await kind.make().response(to: HTTPRequest("GET", url)) }
    server.stop()
    await server.waitForEndOfAll()
    // The port was free a moment ago; another test may have it by now, and answers then.
    let code = try? await failure { try await kind.make().response(to: HTTPRequest("GET", url)) }
    #expect(code == .refused)
  }

  @Test(arguments: TransportKind.allCases)
  func `A name that does not exist is not found`(kind: TransportKind) async throws {
    let code = try await failure {
      try await kind.make().response(to: HTTPRequest("GET", "http://shutterbox.invalid/?secret"))
    }
    #expect(code == .nameNotFound && code.isNetworkLoss)
  }

  @Test(arguments: TransportKind.allCases)
  func `A server that is silent for too long is given up`(kind: TransportKind) async throws {
    let server = try FaultServer { request in
      request.target == "/none"
        ? .silence
        : Reply(
          steps: [.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort".utf8)), .waitForClient],
          end: .close)
    }
    defer { server.stop() }
    for target in ["/none", "/middle"] {
      var request = HTTPRequest("PUT", server.url(target), body: Data("abc".utf8))
      request.deadlines.idle = 1
      #expect(try await failure { try await kind.make().response(to: request) } == .timedOut)
    }
    await server.waitForEndOfAll()
  }

  @Test(arguments: TransportKind.allCases.filter { !$0.isPortedURLSession })
  func `A server that does not read is given up`(kind: TransportKind) async throws {
    let gate = Gate()
    let server = try FaultServer(
      reading: { _ in .nothing }, answering: { _ in Reply(steps: [.wait(gate)], end: .reset) })
    defer { server.stop() }
    var request = HTTPRequest("PUT", server.url(), body: patterned(20_000_000))
    request.deadlines.idle = 1
    #expect(try await failure { try await kind.make().response(to: request) } == .timedOut)
    gate.open()
    await server.waitForEndOfAll()
  }
}
