import Foundation
import Synchronization
import Testing
import Transport

struct RedirectFollowingTests {
  /// A transport on which each address of `moves` leads to another.
  private func transport(_ status: Int, _ moves: [String: String]) -> ScriptedTransport {
    ScriptedTransport { request throws(HTTPTransportError) in
      guard let place = moves[request.url] else { return HTTPResponse(status: 200) }
      return HTTPResponse(status: status, headers: ["Location": place])
    }
  }

  private let secrets: HTTPHeaders = [
    "Authorization": "Bearer a", "cookie": "b", "X-Api-Key": "c", "Tus-Resumable": "1.0.0",
    "Host": "a.example",
  ]

  @Test(arguments: [307, 308])
  func `A lasting method and its body go along`(status: Int) async throws {
    let inner = transport(status, ["https://a.example/x": "/y?z=1"])
    let marks = Mutex<[Int]>([])
    let request = HTTPRequest("PATCH", "https://a.example/x", headers: secrets, body: Data(count: 10))
    let response = try await RedirectFollowing(inner, privateHeaders: ["x-api-key"]).response(to: request) {
      count in
      marks.withLock { $0.append(count) }
    }
    #expect(response.status == 200)
    #expect(response.url == "https://a.example/y?z=1")
    #expect(inner.requests.map(\.url) == ["https://a.example/x", "https://a.example/y?z=1"])
    #expect(
      inner.requests.allSatisfy { $0.method == "PATCH" && $0.body?.count == 10 && $0.headers == secrets })
    #expect(marks.withLock { $0 } == [5, 10])
  }

  @Test(arguments: [301, 302, 303])
  func `What would turn into a GET is followed only for GET and HEAD`(status: Int) async throws {
    for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] {
      let inner = transport(status, ["http://a.example/x": "y"])
      let response = try await RedirectFollowing(inner).response(
        to: HTTPRequest(method, "http://a.example/x"))
      let isFollowed = method == "GET" || method == "HEAD"
      #expect(response.status == (isFollowed ? 200 : status))
      #expect(inner.requests.count == (isFollowed ? 2 : 1))
      #expect(inner.requests.allSatisfy { $0.method == method })
    }
  }

  @Test(arguments: [
    "https://b.example/x", "https://a.example:444/x", "https://a.example.evil.example/", "//b.example/",
  ])
  func `Secrets stay with the server they are for`(place: String) async throws {
    let inner = transport(
      307, ["https://a.example/x": place, "https://b.example/x": "https://a.example/back"])
    let request = HTTPRequest("PUT", "https://a.example/x", headers: secrets, body: Data())
    _ = try await RedirectFollowing(inner, privateHeaders: ["X-API-Key"]).response(to: request)
    #expect(inner.requests.count >= 2)
    for followed in inner.requests.dropFirst() {
      #expect(followed.headers.fields.map(\.name) == ["Tus-Resumable"])
    }
  }

  @Test func `A default port that is written is the same server`() async throws {
    let inner = transport(307, ["https://a.example/x": "HTTPS://A.example:443/y"])
    let request = HTTPRequest("PUT", "https://a.example/x", headers: secrets, body: Data())
    _ = try await RedirectFollowing(inner).response(to: request)
    #expect(inner.requests.last?.headers == secrets)
  }

  @Test(arguments: [
    "http://a.example/y", "ftp://a.example/", "file:///etc/passwd", "https://user:secret@a.example/",
    "https://",
    "/a b", "javascript:alert(1)",
  ])
  func `What is not to be followed is the answer`(place: String) async throws {
    let inner = transport(308, ["https://a.example/x": place])
    let response = try await RedirectFollowing(inner).response(to: HTTPRequest("GET", "https://a.example/x"))
    #expect(response.status == 308 && response.headers["Location"] == place)
    #expect(inner.requests.count == 1)
  }

  @Test func `Without a Location the redirection is the answer`() async throws {
    let inner = ScriptedTransport { _ throws(HTTPTransportError) in HTTPResponse(status: 307) }
    #expect(
      try await RedirectFollowing(inner).response(to: HTTPRequest("GET", "https://a.example/")).status == 307)
  }

  @Test func `To a safer scheme it is followed, and after five no more`() async throws {
    let upward = transport(301, ["http://a.example/": "https://a.example/"])
    #expect(
      try await RedirectFollowing(upward).response(to: HTTPRequest("GET", "http://a.example/")).status == 200)
    let circle = transport(307, ["http://a.example/": "http://a.example/"])
    #expect(
      try await RedirectFollowing(circle).response(to: HTTPRequest("GET", "http://a.example/")).status == 307)
    #expect(circle.requests.count == 6)
  }

  /// The examples of RFC 3986, 5.4, that stay within http.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q"),
    ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("http://g/%2e%2E//x", "http://g/%2e%2E//x"),
  ])
  func `A reference is resolved as in the standard`(reference: String, expected: String) throws {
    #expect(try WebAddress("http://a/b/c/d;p?q").resolving(reference) == expected)
  }
}
