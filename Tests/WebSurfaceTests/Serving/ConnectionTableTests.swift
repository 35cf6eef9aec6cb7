import Testing

@testable import WebSurface

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The table of connections")
struct ConnectionTableTests {
  private var limits = ListenerLimits()

  init() {
    limits.connections = 4
    limits.connectionsPerAddress = 3
  }

  private func peer(_ address: String) throws -> PeerAddress {
    PeerAddress(try #require(ListeningSocket.socketAddress(address, port: 9)).address)
  }

  private func overdue(_ table: inout ConnectionTable, at now: Double) -> [CInt] {
    table.takeOverdue(now: now) { _ in .nothing }.sorted()
  }

  @Test("A head has its time in all, however its bytes come, and the next request has its own")
  func heads() throws {
    var table = ConnectionTable(limits: limits)
    #expect(table.admit(5, peer: try peer("192.0.2.1"), now: 100) == .admitted)
    table.begin(.head, 5, now: 114)
    #expect(overdue(&table, at: 115).isEmpty)
    #expect(overdue(&table, at: 115.1) == [5])
    // It is told once.
    #expect(overdue(&table, at: 200).isEmpty && table.statistics.timedOut == 1)

    #expect(table.admit(6, peer: try peer("192.0.2.1"), now: 100) == .admitted)
    for phase in [ConnectionRecord.Phase.head, .working, .answering(byteCount: 5), .waiting] {
      table.begin(phase, 6, now: 101)
    }
    #expect(overdue(&table, at: 131).isEmpty)
    table.begin(.head, 6, now: 131)
    #expect(overdue(&table, at: 146).isEmpty)
    #expect(overdue(&table, at: 146.1) == [6])
  }

  @Test("A body ends by a pause, and by too few bytes that come without one")
  func bodies() throws {
    var table = ConnectionTable(limits: limits)
    for descriptor in [5, 6, 7] as [CInt] {
      #expect(table.admit(descriptor, peer: try peer("192.0.2.1"), now: 0) == .admitted)
      table.begin(.body, descriptor, now: 0)
    }
    var gone: [Double: [CInt]] = [:]
    for second in stride(from: 1.0, through: 60, by: 1) {
      // One byte in a second; enough of them in a second.
      for (descriptor, count) in [(6, 1), (7, 1100)] as [(CInt, Int)] {
        table.receive(count, descriptor, now: second)
        table.begin(.body, descriptor, now: second)
      }
      let found = overdue(&table, at: second)
      if !found.isEmpty { gone[second] = found }
    }
    #expect(gone == [16: [5], 30: [6]])
  }

  @Test("The time before a body is no time of the body, at the first request of a connection and at the next")
  func bodyAfterWork() throws {
    var table = ConnectionTable(limits: limits)
    // A machine that has run for long: the clock began hours before.
    var now = 100_000.0
    #expect(table.admit(5, peer: try peer("192.0.2.1"), now: now) == .admitted)
    for _ in 0..<2 {
      for phase in [ConnectionRecord.Phase.head, .working, .body] { table.begin(phase, 5, now: now) }
      #expect(overdue(&table, at: now + 14).isEmpty)
      table.receive(1, 5, now: now + 14)
      table.begin(.body, 5, now: now + 14)
      #expect(overdue(&table, at: now + 28).isEmpty)
      for phase in [ConnectionRecord.Phase.answering(byteCount: 5), .waiting] {
        table.begin(phase, 5, now: now + 28)
      }
      now += 50
    }
  }

  @Test("A slow disk does not count against the client")
  func work() throws {
    var table = ConnectionTable(limits: limits)
    #expect(table.admit(5, peer: try peer("192.0.2.1"), now: 0) == .admitted)
    table.begin(.body, 5, now: 0)
    table.receive(20_000, 5, now: 10)
    #expect(overdue(&table, at: 1000).isEmpty)
    table.begin(.body, 5, now: 1000)
    #expect(overdue(&table, at: 1014).isEmpty)
    // What lies unread is not late either.
    #expect(table.takeOverdue(now: 2000) { _ in .bytes }.isEmpty)
    #expect(overdue(&table, at: 2000) == [5])
  }

  @Test("A client that has ended in the middle of a request goes; one that waits for its answer stays")
  func ends() throws {
    var table = ConnectionTable(limits: limits)
    for (descriptor, phase) in [(5, .body), (6, .working), (7, .answering(byteCount: 1))]
      as [(CInt, ConnectionRecord.Phase)]
    {
      #expect(table.admit(descriptor, peer: try peer("192.0.2.1"), now: 0) == .admitted)
      table.begin(phase, descriptor, now: 0)
    }
    #expect(table.takeOverdue(now: 1) { _ in .end } == [5])
    #expect(table.statistics.timedOut == 0)
  }

  @Test(
    "At the limit the oldest that asks for nothing makes room, then the slowest body, and never a good one")
  func eviction() throws {
    var table = ConnectionTable(limits: limits)
    for descriptor in 1...4 as ClosedRange<CInt> {
      #expect(
        table.admit(descriptor, peer: try peer("192.0.2.\(descriptor)"), now: Double(descriptor)) == .admitted
      )
    }
    table.begin(.body, 1, now: 5)
    table.begin(.working, 3, now: 5)
    #expect(table.admit(10, peer: try peer("192.0.2.10"), now: 10) == .instead(of: 2))
    #expect(table.admit(11, peer: try peer("192.0.2.11"), now: 10) == .instead(of: 4))
    for descriptor in [10, 11] as [CInt] { table.begin(.working, descriptor, now: 11) }
    #expect(table.admit(12, peer: try peer("192.0.2.12"), now: 11) == .instead(of: 1))
    table.begin(.body, 12, now: 11)
    table.receive(50_000, 12, now: 12)
    table.begin(.body, 12, now: 12)
    #expect(table.admit(13, peer: try peer("192.0.2.13"), now: 13) == .refused)
    #expect(table.statistics.evicted == 3 && table.statistics.refused == 1 && table.statistics.accepted == 7)
    for descriptor in [1, 2, 4] as [CInt] { #expect(table.remove(descriptor) != nil) }
    #expect(table.statistics.open == 4)
    table.remove(12)
    #expect(table.admit(13, peer: try peer("192.0.2.13"), now: 14) == .admitted)
  }

  @Test("One client displaces its own connections, and an IPv6 network is one client")
  func clients() throws {
    var table = ConnectionTable(limits: limits)
    #expect(table.admit(1, peer: try peer("192.0.2.1"), now: 0) == .admitted)
    for (descriptor, address) in [(2, "2001:db8::1"), (3, "2001:db8::2"), (4, "2001:db8::3")]
      as [(CInt, String)]
    {
      #expect(table.admit(descriptor, peer: try peer(address), now: Double(descriptor)) == .admitted)
    }
    #expect(table.admit(5, peer: try peer("2001:db8::4"), now: 10) == .instead(of: 2))
    #expect(table.admit(6, peer: try peer("::ffff:192.0.2.1"), now: 10) == .instead(of: 1))
    #expect(try peer("::ffff:192.0.2.1").client == peer("192.0.2.1").client)
    #expect(try peer("192.0.2.1").text == "192.0.2.1" && peer("2001:db8::1").text == "2001:db8::1")
  }
}
