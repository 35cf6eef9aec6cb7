import Foundation
import PhotoFixtures
import Testing
import UploadReceiver

@testable import WebSurface

@Suite("Deadlines of a listener", .timeLimit(.minutes(10)))
struct DeadlineTests {
  /// Sends one byte after the other, a few milliseconds apart, until the server has closed the connection.
  private func drip(_ client: RawConnection, _ byte: String) -> Double {
    let start = Date()
    while client.send(byte), !client.hasEnded(within: 0.02), Date().timeIntervalSince(start) < 20 {}
    return Date().timeIntervalSince(start)
  }

  private var limits: ListenerLimits {
    var limits = ListenerLimits()
    limits.headSeconds = 0.4
    limits.bodyPauseSeconds = 5
    limits.rateWindowSeconds = 0.4
    return limits
  }

  @Test("Bytes that drip do not prolong the time of a head")
  func head() throws {
    let server = try TestServer(limits: limits)
    let client = try RawConnection(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
    #expect(drip(client, "a") < 10)
    #expect(server.listener.statistics.timedOut == 1 && server.records.isEmpty)
  }

  @Test("Bytes that drip do not prolong a body, whose exchange is aborted once")
  func body() throws {
    let server = try TestServer(limits: limits)
    let client = try RawConnection(port: server.port)
    client.send("PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
    #expect(drip(client, "a") < 10)
    #expect(server.wait { $0.map(\.aborts) == [1] })
    #expect(server.records.map(\.finishes) == [0])
  }

  @Test("Silence ends a connection before, between and in the middle of requests")
  func silence() throws {
    var limits = limits
    (limits.idleSeconds, limits.bodyPauseSeconds) = (0.3, 0.3)
    let server = try TestServer(limits: limits)
    let silent = try RawConnection(port: server.port)
    #expect(silent.readToEnd() == "")
    let idle = try RawConnection(port: server.port)
    idle.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(idle.readToEnd().hasSuffix("0"))
    let half = try RawConnection(port: server.port)
    half.send("PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na")
    #expect(half.readToEnd() == "")
    #expect(server.wait { $0.last?.aborts == 1 })
    #expect(server.listener.statistics.timedOut == 3)
    let dropped = server.events.reduce(0) { sum, event in
      if case .dropped(_, _, let timedOut) = event { sum + timedOut } else { sum }
    }
    #expect(dropped == 3)
  }

  @Test("A client that does not take its answer is dropped")
  func answer() throws {
    var limits = limits
    limits.answerSeconds = 0.01
    let body = Data(count: 8 << 20)
    let server = try TestServer(limits: limits) { _ in .answering(ReceiverResponse(status: 200, body: body)) }
    let client = try RawConnection(port: server.port, receiveBuffer: 4096)
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(
      server.wait { _ in server.listener.statistics.timedOut == 1 }
        || server.listener.statistics.timedOut == 1)
  }

  @Test("A client that ends in the middle of what it sends at once is noticed")
  func halfClosed() throws {
    let server = try TestServer(limits: limits)
    let client = try RawConnection(port: server.port)
    client.send("PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
    client.endSending()
    #expect(client.readToEnd() == "")
    #expect(server.wait { $0.map(\.aborts) == [1] })
  }

  @Test("Silent connections make room for others, which are served")
  func room() throws {
    var limits = ListenerLimits()
    limits.connections = 20
    let server = try TestServer(limits: limits)
    let silent = try (0..<60).map { _ in try RawConnection(port: server.port) }
    for _ in 0..<30 {
      let client = try RawConnection(port: server.port)
      client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nok")
      #expect(client.readAnswer()?.status == 200)
    }
    #expect(server.listener.statistics.evicted >= 40 && server.listener.statistics.refused == 0)
    withExtendedLifetime(silent) {}
  }

  @Test("A stop waits for what is under way, answers it, and closes what asks for nothing")
  func stops() throws {
    let server = try TestServer { $0.path == "/slow" ? .waiting : .counting }
    let idle = try RawConnection(port: server.port)
    let slow = try RawConnection(port: server.port)
    slow.send("POST /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(server.wait { $0.first?.finishes == 1 })
    let stopping = Thread { server.listener.stop(seconds: 600) }
    stopping.start()
    #expect(throws: FixtureError.self) {
      // Until the port is closed.
      while true { _ = try RawConnection(port: server.port).readToEnd() }
    }
    server.release()
    let answer = try #require(slow.readAnswer())
    #expect(answer.status == 204 && answer.values("Connection") == ["close"])
    #expect(slow.readToEnd() == "" && idle.readToEnd() == "")
  }

  @Test("A stop without patience aborts what is under way, once")
  func stopsAtOnce() throws {
    let server = try TestServer()
    let client = try RawConnection(port: server.port)
    client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
    #expect(server.wait { $0.first?.byteCount == 3 })
    server.listener.stop(seconds: 0)
    #expect(server.records.map(\.aborts) == [1] && server.records.map(\.finishes) == [0])
    server.listener.stop(seconds: 0)
  }
}
