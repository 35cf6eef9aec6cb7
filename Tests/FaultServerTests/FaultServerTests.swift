import FaultServer
import Foundation
import PhotoFixtures
import Testing
import Threading

/// What the server does to its clients, seen by `curl`.
@Suite(.enabled(if: Tool.isInstalled("curl"), "curl is not installed"), .timeLimit(.minutes(10)))
struct FaultServerTests {
  /// Runs `curl` without its own configuration and without a proxy; `-q` has to come first.
  private func curl(_ arguments: String..., input: [UInt8] = []) throws -> Tool.Result {
    try Tool.run("curl", ["-q", "-s", "--noproxy", "*", "--max-time", "30"] + arguments, input: input)
  }

  /// Runs what blocks on a thread of its own, while the test goes on.
  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = WorkerThread { continuation.resume(with: .init(catching: body)) }
      if let thread { thread.detach() } else { continuation.resume(throwing: FixtureError("no thread")) }
    }
  }

  @Test func `An answer arrives as it was scripted, and the request is noted as it came`() throws {
    let server = try FaultServer { _ in
      .answer(201, [("X-Twice", "a"), ("x-twice", "b")], text: "made")
    }
    defer { server.stop() }
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let result = try curl(
      "-i", "-X", "PATCH", "-H", "X-Word:  one two ", "-H", "Expect:", "--data-binary", "@-", "--path-as-is",
      server.url("/a/../%7e%2F?x=%20"), input: body)
    #expect(
      result.text == "HTTP/1.1 201 Status 201\r\nX-Twice: a\r\nx-twice: b\r\nContent-Length: 4\r\n\r\nmade")
    let request = try #require(server.requests.first)
    #expect(request.method == "PATCH")
    #expect(request.target == "/a/../%7e%2F?x=%20")
    #expect(request.header("x-word") == "one two")
    #expect(request.contentLength == body.count)
    #expect(request.body == Data(body))
    #expect(request.isBodyComplete && !request.isCutOff)
    let sum = try Tool.run("sha256sum", [], input: body).text.prefix(64)
    #expect(request.bodySHA256 == String(sum))
  }

  @Test func `A connection is used again until the server closes it`() async throws {
    let server = try FaultServer { request in .answer(200, end: request.number == 1 ? .close : .keepOpen) }
    defer { server.stop() }
    let url = server.url()
    #expect(try curl(url, url, url).status == 0)
    #expect(server.requests.map(\.connection) == [0, 0, 1])
    #expect(server.connectionCount == 2)
    await server.waitForEndOfAll()
  }

  @Test(arguments: [
    (Reply.close, 52), (.reset, 56), (.raw("a teapot\r\n\r\n", end: .close), 1),
    (.raw("HTTP/1.1 200 OK\r\nContent-Le", end: .reset), 56),
    (.answer(200, [("Content-Length", "9")], text: "short", end: .close), 18),
    (.answer(200, text: "whole", end: .close), 0),
  ])
  func `A rudeness is what it says`(reply: Reply, status: Int) throws {
    let server = try FaultServer { _ in reply }
    defer { server.stop() }
    #expect(try curl(server.url()).status == status)
  }

  @Test func `A body can be left in the middle`() throws {
    let server = try FaultServer(
      keepsBodies: false, reading: { _ in .first(100_000) }, answering: { _ in .reset })
    defer { server.stop() }
    let body = [UInt8](repeating: 7, count: 20_000_000)
    let result = try curl(
      "-T", "-", "-H", "Expect:", "-H", "Content-Length: 20000000", server.url(), input: body)
    #expect(result.status == 55 || result.status == 56)
    let request = try #require(server.requests.first)
    #expect(request.bodyByteCount == 100_000)
    #expect(request.body.isEmpty && request.bodySHA256 == nil && !request.isBodyComplete)
  }

  @Test func `A client that waits for leave gets it only when the body is wanted`() throws {
    let server = try FaultServer(
      reading: { $0.target == "/no" ? .nothing : .all },
      answering: { .answer($0.target == "/no" ? 413 : 200, end: .closeGently) })
    defer { server.stop() }
    let arguments = ["-w", "%{http_code}", "-H", "Expect: 100-continue", "--expect100-timeout", "25"]
    for (target, status, count) in [("/no", "413", 0), ("/yes", "200", 5)] {
      let result = try Tool.run(
        "curl", ["-q", "-s", "--noproxy", "*"] + arguments + ["--data-binary", "12345", server.url(target)])
      #expect(result.text == status)
      #expect(server.requests.last?.bodyByteCount == count)
    }
  }

  @Test func `A reply waits for its gate while others go on`() throws {
    let gate = Gate()
    let server = try FaultServer { request in
      if request.target == "/open" { gate.open() }
      return request.target == "/wait" ? .answer(200, text: "a").after(.wait(gate)) : .answer(200, text: "b")
    }
    defer { server.stop() }
    let result = try curl("--parallel", "--parallel-immediate", server.url("/wait"), server.url("/open"))
    #expect(result.status == 0)
    #expect(Set(result.text) == ["a", "b"])
  }

  @Test func `Who waits learns of requests and ends`() async throws {
    let gate = Gate()
    let server = try FaultServer(
      .ipv6,
      reading: { _ in
        gate.open()
        return .all
      }
    ) { _ in .silence }
    defer { server.stop() }
    let url = server.url()
    async let status = onThread { [self] in try curl("--max-time", "1", url).status }
    await gate.wait()
    #expect(await server.requests(atLeast: 1).count == 1)
    await server.waitForEnd(ofConnection: 0)
    #expect(try await status == 28)
  }

  @Test func `A server that stops ends what is under way and listens no more`() async throws {
    let gate = Gate()
    let server = try FaultServer { _ in
      gate.open()
      return .silence
    }
    let url = server.url()
    async let status = onThread { [self] in try curl(url).status }
    await gate.wait()
    server.stop()
    #expect(try await status == 52)
    await server.waitForEndOfAll()
    #expect(try curl(url).status == 7)
  }
}
