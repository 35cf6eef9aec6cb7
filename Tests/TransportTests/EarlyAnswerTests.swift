import FaultServer
import Foundation
import Testing
import Transport

/// Answers that come before the body of the request was sent.
@Suite(.timeLimit(.minutes(10)))
struct EarlyAnswerTests {
  @Test(arguments: TransportKind.allCases, [401, 413, 417, 503])
  func `A refusal of the body is an answer`(kind: TransportKind, status: Int) async throws {
    let server = try FaultServer(
      keepsBodies: false, reading: { $0.target == "/none" ? .nothing : .first(70_000) },
      answering: { _ in .answer(status, [("Retry-After", "5")], text: "no", end: .closeGently) })
    defer { server.stop() }
    let body = patterned(6_000_000)
    for target in ["/none", "/some"] {
      let response = try await kind.make().response(to: HTTPRequest("PATCH", server.url(target), body: body))
      #expect(response.status == status)
      #expect(response.headers["Retry-After"] == "5")
      #expect(response.body == Data("no".utf8))
    }
    #expect(server.requests.allSatisfy { !$0.isBodyComplete })
  }

  #if os(Linux)
    // Where the connection is reset behind the answer, it is a matter of luck elsewhere.
    @Test func `A server that answers, reads nothing and closes at once is heard`() async throws {
      let server = try FaultServer(
        keepsBodies: false, reading: { _ in .nothing },
        answering: { _ in .answer(413, text: "no", end: .close) })
      defer { server.stop() }
      let body = patterned(1_000_000)
      let transport = TransportKind.curl.make()
      var lost = 0
      for _ in 0..<100 {
        do {
          #expect(
            try await transport.response(to: HTTPRequest("PUT", server.url(), body: body)).status == 413)
        } catch { lost += 1 }
      }
      // Between the last look at the connection and the next piece of the body there is a moment.
      #expect(lost <= 3)
    }

    @Test func `A success before the body was read ends the request`() async throws {
      let gate = Gate()
      defer { gate.open() }
      let server = try FaultServer(
        keepsBodies: false, reading: { _ in .nothing },
        answering: { _ in
          Reply(steps: [.send(Reply.message(200, body: Data("ok".utf8))), .wait(gate)], end: .close)
        })
      defer { server.stop() }
      let request = HTTPRequest("PUT", server.url(), body: patterned(20_000_000))
      let response = try await TransportKind.curl.make().response(to: request)
      #expect(response.status == 200 && response.isBodyComplete)
      #expect(response.body == Data("ok".utf8))
    }

    @Test func `A client that asks for leave sends no body without it`() async throws {
      let server = try FaultServer(
        reading: { $0.target == "/no" ? .nothing : .all },
        answering: { .answer($0.target == "/no" ? 413 : 200, end: .closeGently) })
      defer { server.stop() }
      let transport = TransportKind.curl.make()
      for (target, status, count) in [("/no", 413, 0), ("/yes", 200, 100_000)] {
        let request = HTTPRequest(
          "PUT", server.url(target), headers: ["Expect": "100-continue"], body: patterned(100_000))
        #expect(try await transport.response(to: request).status == status)
        #expect(server.requests.last?.bodyByteCount == count)
      }
    }
  #endif
}
