import FaultServer
import Foundation
import PhotoFixtures
import Synchronization
import Testing
import Transport

@testable import TransportURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Requests that are handed over", .timeLimit(.minutes(10)))
struct BackgroundTransportTests {
  private let scratch: ScratchFolder
  private let folder: URL

  init() throws {
    scratch = try ScratchFolder()
    folder = URL(fileURLWithPath: scratch.path).appendingPathComponent("bodies")
  }

  private func files() throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test("What is sent lies in a file for as long as the request is under way, and no longer")
  func file() async throws {
    let body = patterned(300_000)
    let seen = Mutex<[Data]>([])
    let server = try FaultServer { [folder] _ in
      let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      seen.withLock { $0 = (files ?? []).compactMap { try? Data(contentsOf: $0) } }
      return .answer(204)
    }
    defer { server.stop() }
    let transport = BackgroundTransport(.ephemeral, bodies: folder)
    transport.handOver()
    let response = try await transport.response(to: HTTPRequest("PATCH", server.url(), body: body))
    #expect(response.status == 204)
    #expect(seen.withLock { $0 } == [body])
    #expect(server.requests.map(\.body) == [body])
    #expect(try files().isEmpty)
  }

  @Test("Before anything is handed over, and after it is taken back, nothing is written to disk")
  func inFront() async throws {
    let server = try FaultServer { [folder] _ in
      .answer(FileManager.default.fileExists(atPath: folder.path) ? 500 : 204)
    }
    defer { server.stop() }
    let transport = BackgroundTransport(.ephemeral, bodies: folder)
    for _ in 0..<2 {
      let request = HTTPRequest("PATCH", server.url(), body: patterned(1000))
      #expect(try await transport.response(to: request).status == 204)
      transport.handOver()
      // The system's session is for bytes alone: it may take its time.
      #expect(try await transport.response(to: HTTPRequest("HEAD", server.url())).status == 204)
      #expect(
        try await transport.response(to: HTTPRequest("POST", server.url(), body: Data())).status == 204)
      transport.takeBack()
    }
  }

  @Test("What an earlier process left to send is deleted")
  func leftover() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try patterned(1000).write(to: folder.appendingPathComponent("left"))
    let server = try FaultServer { _ in .answer(204) }
    defer { server.stop() }
    let transport = BackgroundTransport(.ephemeral, bodies: folder)
    transport.handOver()
    _ = try await transport.response(to: HTTPRequest("PATCH", server.url(), body: patterned(10)))
    #expect(try files().isEmpty)
  }

  @Test("A body that cannot be stored is an error of its own, and nothing is sent")
  func noFolder() async throws {
    try scratch.write([], as: "bodies")
    let server = try FaultServer { _ in .answer(204) }
    defer { server.stop() }
    let transport = BackgroundTransport(.ephemeral, bodies: folder)
    transport.handOver()
    let code = try await failure {
      try await transport.response(to: HTTPRequest("PATCH", server.url(), body: patterned(10)))
    }
    #expect(code == .storage)
    #expect(server.requests.isEmpty)
  }

  @Test("A request that is cancelled leaves no file")
  func cancelled() async throws {
    let gate = Gate()
    let server = try FaultServer { _ in .answer(204).after(.wait(gate)) }
    defer { server.stop() }
    let transport = BackgroundTransport(.ephemeral, bodies: folder)
    transport.handOver()
    let task = Task { [url = server.url()] in
      try await transport.response(to: HTTPRequest("PATCH", url, body: patterned(5000)))
    }
    _ = await server.requests(atLeast: 1)
    task.cancel()
    #expect(try await failure { try await task.value } == .cancelled)
    gate.open()
    #expect(try files().isEmpty)
  }

  @Test("Whoever waits for the events of a session is called once")
  func events() {
    let count = Mutex(0)
    let delegate = SessionDelegate()
    delegate.afterEvents { count.withLock { $0 += 1 } }
    // The system asks again while an earlier one still waits: both must be answered.
    delegate.afterEvents { count.withLock { $0 += 10 } }
    #expect(count.withLock { $0 } == 1)
    delegate.eventsEnded()
    delegate.eventsEnded()
    #expect(count.withLock { $0 } == 11)
  }
}
