import FaultServer
import Foundation
import Testing
import Transport

/// What becomes of requests whose task is cancelled.
@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
  @Test(arguments: TransportKind.allCases)
  func `A cancelled request ends at once and closes its connection`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .silence }
    defer { server.stop() }
    let transport = kind.make()
    let url = server.url()
    let task = Task { try await transport.response(to: HTTPRequest("PUT", url, body: Data("abc".utf8))) }
    _ = await server.requests(atLeast: 1)
    task.cancel()
    #expect(try await failure { try await task.value } == .cancelled)
    await server.waitForEnd(ofConnection: 0)
  }

  @Test(arguments: TransportKind.allCases)
  func `An upload can be cancelled in the middle of its body`(kind: TransportKind) async throws {
    let begun = Gate()
    let never = Gate()
    let server = try FaultServer(reading: { _ in
      begun.open()
      return .nothing
    }) { _ in Reply(steps: [.wait(never), .readRest], end: .close) }
    defer { server.stop() }
    let transport = kind.make()
    let request = HTTPRequest("PUT", server.url(), body: patterned(20_000_000))
    let task = Task { try await transport.response(to: request) }
    await begun.wait()
    task.cancel()
    #expect(try await failure { try await task.value } == .cancelled)
    never.open()
    await server.waitForEnd(ofConnection: 0)
  }

  @Test(arguments: TransportKind.allCases)
  func `A task that is cancelled already sends nothing`(kind: TransportKind) async throws {
    let server = try FaultServer { _ in .answer(200) }
    defer { server.stop() }
    let transport = kind.make()
    let request = HTTPRequest("GET", server.url())
    let isCancelled = Gate()
    let task = Task {
      await isCancelled.wait()
      return try await transport.response(to: request)
    }
    task.cancel()
    isCancelled.open()
    #expect(try await failure { try await task.value } == .cancelled)
  }

  @Test(arguments: TransportKind.allCases)
  func `Others go on when one is cancelled`(kind: TransportKind) async throws {
    let gate = Gate()
    let server = try FaultServer { request in .answer(200, text: request.target).after(.wait(gate)) }
    defer { server.stop() }
    let transport = kind.make()
    let tasks = (0..<4).map { number in
      let request = HTTPRequest("GET", server.url("/\(number)"))
      return Task { try await transport.response(to: request) }
    }
    _ = await server.requests(atLeast: 4)
    tasks[2].cancel()
    #expect(try await failure { try await tasks[2].value } == .cancelled)
    gate.open()
    for number in [0, 1, 3] { #expect(try await tasks[number].value.body == Data("/\(number)".utf8)) }
  }
}
