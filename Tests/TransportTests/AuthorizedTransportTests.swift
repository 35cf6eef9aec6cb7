import FaultServer
import Foundation
import Synchronization
import Testing
import Transport

struct AuthorizedTransportTests {
  /// A server that wants a certain Authorization.
  private func server(wanting value: @escaping @Sendable () -> String) -> ScriptedTransport {
    ScriptedTransport { request throws(HTTPTransportError) in
      HTTPResponse(status: request.headers["Authorization"] == value() ? 200 : 401)
    }
  }

  @Test(arguments: [
    (FixedCredentials.bearer("abc"), "Bearer abc"),
    (.basic(user: "Aladdin", password: "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
  ])
  func `Fixed credentials are sent, and a refusal of them is the answer`(
    credentials: FixedCredentials, value: String
  ) async throws {
    for (wanted, status) in [(value, 200), ("other", 401)] {
      let inner = server { wanted }
      let transport = try AuthorizedTransport(inner, for: "https://a.example", credentials: credentials)
      #expect(try await transport.response(to: HTTPRequest("GET", "https://a.example/x")).status == status)
      #expect(inner.requests.map { $0.headers["Authorization"] } == [value])
    }
  }

  @Test func `Further fields are added where the request has none`() async throws {
    let inner = server { "" }
    let transport = try AuthorizedTransport(
      inner, for: "https://a.example/api", credentials: nil,
      headers: ["X-Key": "k", "X-Twice": "1", "X-Twice": "2"])
    _ = try await transport.response(to: HTTPRequest("GET", "https://a.example/", headers: ["x-key": "own"]))
    #expect(inner.requests[0].headers.all("X-Key") == ["own"])
    #expect(inner.requests[0].headers.all("X-Twice") == ["1", "2"])
  }

  @Test(arguments: ["http://a.example/", "https://b.example/", "https://a.example:8443/"])
  func `Another server gets nothing`(url: String) async throws {
    let inner = server { "" }
    let transport = try AuthorizedTransport(
      inner, for: "https://a.example", credentials: FixedCredentials.bearer("abc"), headers: ["X-Key": "k"])
    _ = try await transport.response(to: HTTPRequest("GET", url))
    #expect(inner.requests.map(\.headers) == [[:]])
  }

  @Test func `An expired token is asked for anew once, and the request sent again`() async throws {
    let current = Mutex(1)
    let inner = server { "Bearer \(current.withLock { $0 })" }
    let asked = Mutex(0)
    let credentials = RefreshedCredentials(token: "0") {
      asked.withLock { $0 += 1 }
      return "\(current.withLock { $0 })"
    }
    let transport = try AuthorizedTransport(inner, for: "https://a.example", credentials: credentials)
    let marks = Mutex<[Int]>([])
    let request = HTTPRequest("PATCH", "https://a.example/x", body: Data(count: 8))
    let response = try await transport.response(to: request) { count in marks.withLock { $0.append(count) } }
    #expect(response.status == 200)
    #expect(inner.requests.map { $0.headers["Authorization"] } == ["Bearer 0", "Bearer 1"])
    #expect(inner.requests.allSatisfy { $0.body?.count == 8 })
    #expect(marks.withLock { $0 } == [4, 8])
    #expect(try await transport.response(to: request).status == 200)
    #expect(asked.withLock { $0 } == 1)
    // The newest token is refused as well: no third attempt.
    current.withLock { $0 = 2 }
    let stubborn = RefreshedCredentials(token: "0") { "1" }
    let other = try AuthorizedTransport(inner, for: "https://a.example", credentials: stubborn)
    let before = inner.requests.count
    #expect(try await other.response(to: request).status == 401)
    #expect(inner.requests.count == before + 2)
  }

  @Test func `Where there is no newer token the refusal is the answer`() async throws {
    let inner = server { "Bearer new" }
    for next in [nil, "old"] as [String?] {
      let transport = try AuthorizedTransport(
        inner, for: "https://a.example", credentials: RefreshedCredentials(token: "old") { next })
      let before = inner.requests.count
      #expect(try await transport.response(to: HTTPRequest("GET", "https://a.example/")).status == 401)
      #expect(inner.requests.count == before + 1)
    }
  }

  @Test func `Many refusals at once ask for one token`() async throws {
    let asked = Mutex(0)
    let gate = Gate()
    let credentials = RefreshedCredentials(token: "old") {
      asked.withLock { $0 += 1 }
      await gate.wait()
      return "new"
    }
    let refused = Mutex(0)
    let inner = ScriptedTransport { request throws(HTTPTransportError) in
      if request.headers["Authorization"] == "Bearer new" { return HTTPResponse(status: 200) }
      // The token comes only when all have been refused.
      if refused.withLock({
        $0 += 1; return $0
      }) == 8 {
        gate.open()
      }
      return HTTPResponse(status: 401)
    }
    let transport = try AuthorizedTransport(inner, for: "https://a.example", credentials: credentials)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { try await transport.response(to: HTTPRequest("GET", "https://a.example/")).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `Nothing that is printed shows a secret`() throws {
    let fixed = FixedCredentials.bearer("TOKEN123")
    let basic = FixedCredentials.basic(user: "me", password: "TOKEN123")
    let refreshed = RefreshedCredentials(token: "TOKEN123") { "TOKEN123" }
    let transport = try AuthorizedTransport(
      ScriptedTransport { _ throws(HTTPTransportError) in HTTPResponse(status: 200) },
      for: "https://a.example",
      credentials: fixed, headers: ["X-Strange": "TOKEN123"])
    let request = HTTPRequest(
      "GET", "https://a.example/",
      headers: ["authorization": "Bearer TOKEN123", "X-Api-Key": "TOKEN123", "X-A": "b"])
    let values: [Any] = [
      fixed, basic, refreshed, transport, request, request.headers, request.headers.fields,
    ]
    for value in values {
      var text = "\(value) " + String(reflecting: value)
      dump(value, to: &text)
      #expect(!text.contains("TOKEN123") && !text.contains("VE9LRU4xMjM"), "\(type(of: value))")
    }
    #expect("\(request.headers)" == "authorization: (hidden)\nX-Api-Key: (hidden)\nX-A: b")
  }
}
