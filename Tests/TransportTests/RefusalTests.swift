import FaultServer
import Foundation
import Testing
import Transport

/// What is not sent at all.
@Suite(.timeLimit(.minutes(10)))
struct RefusalTests {
  @Test(arguments: TransportKind.allCases)
  func `An address that could not be sent as it is gets refused`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200) }
    defer { server.stop() }
    let transport = kind.make()
    let addresses = [
      "", "/path", "127.0.0.1:\(server.port)/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://",
      "http:///a",
      "http://user:secret@\(server.authority)/", "http://secret@\(server.authority)/", server.url("/a b"),
      server.url("/a\r\nX: b"), server.url("/ä"), server.url("/%4"), server.url("/#fragment"),
      server.url("/a\\b"),
      "http://127.0.0.1:0/", "http://127.0.0.1:65536/", "http://[::1/", "http://a%20b/",
      "http://\(server.authority)\t/", server.url("/\u{0}"),
    ]
    for address in addresses {
      #expect(
        try await failure { try await transport.response(to: HTTPRequest("GET", address)) } == .invalid,
        "\(address)")
    }
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: TransportKind.allCases)
  func `No field can be smuggled in`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200) }
    defer { server.stop() }
    let transport = kind.make()
    for (name, value) in [
      ("X-A: b\r\nX-Evil", "c"), ("X-A ", "b"), ("", "b"), ("X\u{0}", "b"), ("Transfer-Encoding", "chunked"),
      ("Content-Length", "7"), ("X-A", "a\u{1}b"),
    ] {
      let request = HTTPRequest("POST", server.url(), headers: [name: value], body: Data("abc".utf8))
      #expect(try await failure { try await transport.response(to: request) } == .invalid)
    }
    for method in ["GET / HTTP/1.1\r\nX-Evil: a\r\n\r\nGET", "", "G ET", "CONNECT"] {
      let request = HTTPRequest(method, server.url())
      #expect(try await failure { try await transport.response(to: request) } == .invalid)
    }
    #expect(server.connectionCount == 0)
    let request = HTTPRequest(
      "POST", server.url(), headers: ["X-A": "b\r\nX-Evil: c", "content-length": "3"], body: Data("abc".utf8))
    #expect(try await transport.response(to: request).status == 200)
    let seen = try #require(server.requests.first)
    #expect(seen.header("X-Evil") == nil)
    #expect(seen.header("X-A") == "bX-Evil: c")
    #expect(seen.all("Content-Length") == ["3"])
  }
}
