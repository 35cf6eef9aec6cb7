import FaultServer
import Foundation
import Hashing
import Testing
import Transport

/// What requests and answers look like on both sides.
@Suite(.timeLimit(.minutes(10)))
struct AnswerTests {
  @Test(arguments: TransportKind.allCases)
  func `A request arrives as it was made`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(201, [("Location", "/files/%7Ea")], text: "made") }
    defer { server.stop() }
    let target = "/a%2Fb/%e4%C3%A4~!$&'()*+,;=:@//c?x=%20&y=+/?&&"
    let body = patterned(300_000)
    let headers: HTTPHeaders = [
      "Tus-Resumable": "1.0.0", "X-Empty": "", "Content-Type": "a/b", "X-Ümlaut": "no",
    ]
    var allowed = HTTPHeaders()
    for field in headers.fields where field.name.utf8.count == field.name.count {
      allowed.append(field.name, field.value)
    }
    let request = HTTPRequest("PATCH", server.url(target), headers: allowed, body: body)
    let response = try await kind.make().response(to: request)
    #expect(response.status == 201)
    #expect(response.headers["location"] == "/files/%7Ea")
    #expect(response.body == Data("made".utf8))
    #expect(response.isBodyComplete)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "PATCH")
    #expect(seen.target == target)
    #expect(seen.header("tus-resumable") == "1.0.0")
    #expect(seen.all("Content-Type") == ["a/b"])
    #expect(seen.header("Host") == server.authority)
    #expect(seen.header("Content-Length") == "300000")
    #expect(
      seen.header("Expect") == nil && seen.header("Cookie") == nil && seen.header("Authorization") == nil)
    #expect(seen.bodySHA256 == body.withUnsafeBytes { SHA256Digest(of: $0).description })
    if !kind.isURLSession { #expect(seen.header("X-Empty") == "") }
  }

  #if os(Linux)
    @Test func `libcurl leaves dots in a path as they are`() async throws {
      let server = try FaultServer { _ in .answer(200) }
      defer { server.stop() }
      let target = "/a/../b/./%2e%2E/.."
      _ = try await TransportKind.curl.make().response(to: HTTPRequest("GET", server.url(target)))
      #expect(server.requests.map(\.target) == [target])
    }
  #endif

  @Test(arguments: TransportKind.allCases)
  func `The body of a request may be a slice`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200) }
    defer { server.stop() }
    let body = patterned(200_000)
    _ = try await kind.make().response(to: HTTPRequest("PUT", server.url(), body: body[50_000...]))
    #expect(server.requests.first?.body == Data(body.dropFirst(50_000)))
  }

  @Test(arguments: TransportKind.allCases)
  func `Only requests that may have a body announce an empty one`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(204) }
    defer { server.stop() }
    let transport = kind.make()
    for method in ["GET", "DELETE", "HEAD", "OPTIONS", "POST", "PUT", "PATCH"] {
      let response = try await transport.response(to: HTTPRequest(method, server.url()))
      #expect(response.status == 204)
    }
    let lengths = server.requests.map { $0.header("Content-Length") }
    #expect(server.requests.map(\.method) == ["GET", "DELETE", "HEAD", "OPTIONS", "POST", "PUT", "PATCH"])
    #expect(lengths.suffix(3) == ["0", "0", "0"])
    if !kind.isPortedURLSession { #expect(lengths.prefix(4) == [nil, nil, nil, nil]) }
  }

  @Test(arguments: TransportKind.allCases)
  func `Fields of the same name are all there`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200, [("X-A", "1"), ("x-a", "2"), ("X-B", "")], text: "") }
    defer { server.stop() }
    let response = try await kind.make().response(to: HTTPRequest("GET", server.url()))
    if kind.isURLSession {
      #expect(
        response.headers["X-A"]?.contains("1") == true || response.headers["X-A"]?.contains("2") == true)
    } else {
      #expect(response.headers.all("X-A") == ["1", "2"])
      #expect(response.headers["X-B"] == "")
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `An answer to HEAD, a 204 and a 304 have no body`(kind: TransportKind) async throws {
    let server = try FaultServer { request in
      request.method == "HEAD"
        ? .answer(200, [("Content-Length", "5000"), ("Upload-Offset", "7")])
        : .answer(request.target == "/204" ? 204 : 304, [("ETag", "\"a\"")])
    }
    defer { server.stop() }
    let transport = kind.make()
    let head = try await transport.response(to: HTTPRequest("HEAD", server.url()))
    #expect(
      head.status == 200 && head.headers["upload-offset"] == "7" && head.body.isEmpty && head.isBodyComplete)
    #expect(try await transport.response(to: HTTPRequest("GET", server.url("/204"))).status == 204)
    #expect(try await transport.response(to: HTTPRequest("GET", server.url("/304"))).status == 304)
  }

  @Test(arguments: TransportKind.allCases, [301, 302, 303, 307, 308])
  func `A redirection is an answer`(kind: TransportKind, status: Int) async throws {
    let server = try FaultServer { _ in .answer(status, [("Location", "/elsewhere")], text: "moved") }
    defer { server.stop() }
    for method in ["GET", "PUT"] {
      let body = method == "GET" ? nil : Data("abc".utf8)
      let response = try await kind.make().response(to: HTTPRequest(method, server.url(), body: body))
      #expect(response.status == status)
      #expect(response.headers["Location"] == "/elsewhere")
    }
    #expect(server.requests.map(\.target) == ["/", "/"])
  }

  @Test(arguments: TransportKind.allCases)
  func `No cookie is kept and no challenge is answered`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in
      .answer(401, [("Set-Cookie", "a=b; Path=/"), ("WWW-Authenticate", "Basic realm=\"x\"")], text: "no")
    }
    defer { server.stop() }
    let transport = kind.make()
    for _ in 0..<2 {
      let response = try await transport.response(to: HTTPRequest("GET", server.url()))
      #expect(response.status == 401)
      if !kind.isPortedURLSession { #expect(response.body == Data("no".utf8)) }
    }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.header("Cookie") == nil && $0.header("Authorization") == nil })
  }

  @Test(arguments: TransportKind.allCases)
  func `The body of an answer is cut off behind its limit`(kind: TransportKind) async throws {
    let whole = patterned(100_000)
    let server = try FaultServer { _ in .answer(200, body: whole) }
    defer { server.stop() }
    let transport = kind.make()
    var request = HTTPRequest("GET", server.url())
    for (limit, isComplete) in [(99_999, false), (100_000, true), (0, false)] {
      request.responseByteLimit = limit
      let response = try await transport.response(to: request)
      #expect(response.body == whole.prefix(limit))
      #expect(response.isBodyComplete == isComplete)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `A body may be chunked or end with its connection`(kind: TransportKind) async throws {
    let server = try FaultServer { request in
      request.target == "/chunked"
        ? .raw(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
          end: .keepOpen)
        : .raw("HTTP/1.1 200 OK\r\n\r\nabcde", end: .close)
    }
    defer { server.stop() }
    for target in ["/chunked", "/close"] {
      let response = try await kind.make().response(to: HTTPRequest("GET", server.url(target)))
      #expect(response.body == Data("abcde".utf8))
      #expect(response.isBodyComplete)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `An interim answer is not the answer`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in
      .answer(200, [("X-Final", "yes")], text: "end").after(
        .send(Reply.message(103, [("Link", "</a>")])), .send(Reply.message(104, [("Upload-Offset", "5")])))
    }
    defer { server.stop() }
    let response = try await kind.make().response(to: HTTPRequest("PUT", server.url(), body: patterned(10)))
    #expect(response.status == 200)
    #expect(response.body == Data("end".utf8))
    if !kind.isPortedURLSession { #expect(response.headers["Upload-Offset"] == nil) }
  }

  @Test(arguments: TransportKind.allCases.filter { !$0.isPortedURLSession })
  func `An address may be one of IPv6`(kind: TransportKind) async throws {
    let server = try FaultServer(.ipv6) { _ in .answer(200) }
    defer { server.stop() }
    #expect(try await kind.make().response(to: HTTPRequest("GET", server.url("/x"))).status == 200)
    #expect(server.requests.first?.header("Host") == server.authority)
  }
}
