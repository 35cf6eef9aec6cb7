import Foundation
import PhotoFixtures
import Testing

@testable import WebSurface

/// What is not plainly HTTP, sent byte by byte as an attacker would.
@Suite("Hostile requests", .timeLimit(.minutes(10)))
struct HostileRequestTests {
  static let host = "Host: localhost\r\n"

  static let shapes: [(name: String, head: String)] = [
    (
      "both lengths",
      "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    (
      "lengths in the other order",
      "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"
    ),
    ("two different lengths", "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
    ("one length twice", "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
    ("a list of lengths", "POST / HTTP/1.1\r\n\(host)Content-Length: 3, 3\r\n\r\nabc"),
    ("a negative length", "POST / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\nabc"),
    ("a signed length", "POST / HTTP/1.1\r\n\(host)Content-Length: +3\r\n\r\nabc"),
    ("a hexadecimal length", "POST / HTTP/1.1\r\n\(host)Content-Length: 0x3\r\n\r\nabc"),
    ("a length with a space inside", "POST / HTTP/1.1\r\n\(host)Content-Length: 3 3\r\n\r\nabc"),
    ("an empty length", "POST / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\nabc"),
    ("a length above 64 bits", "POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\nabc"),
    ("a length at 64 bits", "POST / HTTP/1.1\r\n\(host)Content-Length: 18446744073709551615\r\n\r\nabc"),
    ("an unknown coding", "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\nabc"),
    ("two codings", "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    (
      "a coding twice",
      "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    ("a disguised coding", "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n"),
    ("a coding of identity", "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: identity\r\n\r\nabc"),
    ("a coding in HTTP/1.0", "POST / HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ("a space before the colon", "POST / HTTP/1.1\r\n\(host)Content-Length : 3\r\n\r\nabc"),
    ("a space before a name", "POST / HTTP/1.1\r\n\(host) X-A: b\r\n\r\n"),
    ("a folded field", "GET / HTTP/1.1\r\n\(host)X-A: b\r\n  c\r\n\r\n"),
    ("a folded length", "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\n 2\r\n\r\nabcdefghijkl"),
    ("a folded first field", "GET / HTTP/1.1\r\n X: y\r\n\(host)\r\n"),
    ("a field without a colon", "GET / HTTP/1.1\r\n\(host)nonsense\r\n\r\n"),
    ("a field without a name", "GET / HTTP/1.1\r\n\(host): b\r\n\r\n"),
    ("bare line feeds", "GET / HTTP/1.1\nHost: localhost\n\n"),
    ("one bare line feed", "GET / HTTP/1.1\r\nHost: localhost\nX-A: b\r\n\r\n"),
    ("a bare line feed at the end", "GET / HTTP/1.1\r\nHost: localhost\r\n\n"),
    ("a bare carriage return", "GET / HTTP/1.1\r\n\(host)X-A: b\rX-B: c\r\n\r\n"),
    ("a zero in a value", "GET / HTTP/1.1\r\n\(host)X-A: b\u{0}c\r\n\r\n"),
    ("a zero in a length", "POST / HTTP/1.1\r\n\(host)Content-Length: 1\u{0}0\r\n\r\na"),
    ("a zero in a name", "GET / HTTP/1.1\r\n\(host)X\u{0}A: b\r\n\r\n"),
    ("a zero in the target", "GET /files/\u{0}/etc HTTP/1.1\r\n\(host)\r\n"),
    ("a zero in the method", "GE\u{0}T / HTTP/1.1\r\n\(host)\r\n"),
    ("an encoded zero", "GET /files/%00 HTTP/1.1\r\n\(host)\r\n"),
    ("half an escape", "GET /files/%4 HTTP/1.1\r\n\(host)\r\n"),
    ("a path above the root", "GET /files/../../etc/passwd HTTP/1.1\r\n\(host)\r\n"),
    ("an encoded path above the root", "GET /files/%2e%2E/etc HTTP/1.1\r\n\(host)\r\n"),
    ("a backslash", "GET /files\\..\\etc HTTP/1.1\r\n\(host)\r\n"),
    ("an absolute target", "GET http://localhost/ HTTP/1.1\r\n\(host)\r\n"),
    ("a target for a proxy", "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n"),
    ("an asterisk", "OPTIONS * HTTP/1.1\r\n\(host)\r\n"),
    ("a fragment", "GET /#a HTTP/1.1\r\n\(host)\r\n"),
    ("a relative target", "GET files HTTP/1.1\r\n\(host)\r\n"),
    ("a space in the target", "GET /a b HTTP/1.1\r\n\(host)\r\n"),
    ("two spaces", "GET  / HTTP/1.1\r\n\(host)\r\n"),
    ("a space behind the version", "GET / HTTP/1.1 \r\n\(host)\r\n"),
    ("raw bytes in the target", "GET /\u{FC} HTTP/1.1\r\n\(host)\r\n"),
    ("a method that is none", "GE(T / HTTP/1.1\r\n\(host)\r\n"),
    ("no Host", "GET / HTTP/1.1\r\n\r\n"),
    ("two Hosts", "GET / HTTP/1.1\r\n\(host)\(host)\r\n"),
    ("no version", "GET /\r\n\(host)\r\n"),
    ("a version of another kind", "GET / HTTP/one\r\n\(host)\r\n"),
    ("too long a target", "GET /\(String(repeating: "a", count: 5000)) HTTP/1.1\r\n\(host)\r\n"),
    ("an endless target", "GET /\(String(repeating: "a", count: 300_000)) HTTP/1.1\r\n\(host)\r\n"),
    ("too long a field", "GET / HTTP/1.1\r\n\(host)X-A: \(String(repeating: "a", count: 20_000))\r\n\r\n"),
    ("an endless field", "GET / HTTP/1.1\r\n\(host)X-A: \(String(repeating: "a", count: 300_000))\r\n\r\n"),
    ("too many fields", "GET / HTTP/1.1\r\n\(host)\(String(repeating: "X-A: b\r\n", count: 100))\r\n"),
    ("endless fields", "GET / HTTP/1.1\r\n\(host)\(String(repeating: "X-A: b\r\n", count: 40_000))\r\n"),
  ]

  @Test(
    "A request of a wrong shape gets one answer of 4xx, reaches nobody, and ends the connection",
    arguments: shapes)
  func refuses(name: String, head: String) throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    client.send(head + "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let text = client.readToEnd()
    #expect(text.hasPrefix("HTTP/1.1 4"), "\(name): \(text.prefix(200))")
    // libmicrohttpd before 1.0 writes the head of its answer to a wrong length twice; no more than that.
    let statuses = Set(text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) })
    #expect(statuses.count == 1, "\(name): \(text.prefix(400))")
    #expect(server.records.isEmpty, "\(name)")
    try expectAlive(server)
  }

  /// What libmicrohttpd ends without a word.
  static let silences: [(name: String, bytes: String)] = [
    ("no target", "GET\r\n\r\n"), ("noise", "\u{1}\u{2}\u{3}\r\n\r\n"),
    ("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n"),
  ]

  @Test("What is no request at all reaches nobody, and ends the connection", arguments: silences)
  func ends(name: String, bytes: String) throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    client.send(bytes)
    let text = client.readToEnd()
    #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"), "\(name): \(text)")
    #expect(server.records.isEmpty)
    try expectAlive(server)
  }

  @Test("A version of the future is 505")
  func version() throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    client.send("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n")
    #expect(client.readToEnd().hasPrefix("HTTP/1.1 505"))
  }

  static let chunks = [
    "x\r\nabc\r\n", "-1\r\nabc\r\n", "0x3\r\nabc\r\n", "3\r\nabcd\r\n", " 3\r\nabc\r\n",
    "fffffffffffffffff\r\nabc\r\n",
    "\r\nabc\r\n", ";a=b\r\nabc\r\n",
  ]

  @Test("A body of broken chunks gets 4xx, is aborted, and ends the connection", arguments: chunks)
  func refusesChunks(bytes: String) throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    client.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n" + bytes
        + "0\r\n\r\n")
    let text = client.readToEnd()
    #expect(text.hasPrefix("HTTP/1.1 4"), "\(text)")
    #expect(server.wait { $0.map(\.aborts) == [1] })
    #expect(server.records.map(\.finishes) == [0])
    try expectAlive(server)
  }

  @Test("Random bytes neither end the server nor reach the handler as something else")
  func noise() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var limits = ListenerLimits()
    // Half a request is over soon when its sender has ended.
    limits.idleSeconds = 0.1
    let server = try TestServer(limits: limits)
    let sample = Array(
      "PATCH /files/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nX-A: b\r\n\r\nabcde".utf8)
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      let client = try RawConnection(port: server.port)
      client.send(bytes)
      client.endSending()
      _ = client.readToEnd()
    }
    #expect(server.records.allSatisfy { $0.path.hasPrefix("/") }, "seed \(seed)")
    try expectAlive(server)
  }

  private func expectAlive(_ server: TestServer) throws {
    let count = server.records.count
    let client = try RawConnection(port: server.port)
    client.send("POST /alive HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nok")
    #expect(client.readAnswer()?.body == Array("2".utf8))
    #expect(server.records.count == count + 1)
  }
}
