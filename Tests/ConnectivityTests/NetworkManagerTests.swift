#if os(Linux)
  import PhotoFixtures
  import Testing

  @testable import Connectivity

  @Suite(
    "What NetworkManager says of the cost",
    .enabled(if: NetworkNamespace.isAllowed, "\(NetworkNamespace.absence)"),
    .enabled(if: MessageBus.isInstalled, "\(MessageBus.absence)"), .timeLimit(.minutes(10)))
  struct NetworkManagerTests {
    private let watched: WatchedNamespace
    private let bus: MessageBus

    init() throws {
      watched = try WatchedNamespace()
      bus = try MessageBus(socket: watched.socket)
    }

    private func start(metered: Int) throws {
      try bus.tell("bus start")
      try bus.tell("set Metered u \(metered)")
      try bus.tell("manager start")
    }

    private func giveDefaultRoute() throws {
      try watched.namespace.ip("link", "set", "inner", "up")
      try watched.namespace.ip("address", "add", "192.0.2.1/24", "dev", "inner")
      try watched.namespace.ip("route", "add", "default", "via", "192.0.2.2")
    }

    @Test("The first state knows the cost", arguments: zip(1...4, [true, false, true, false]))
    func knowsAtOnce(metered: Int, costs: Bool) async throws {
      try start(metered: metered)
      #expect(await watched.monitor.state().cost == (costs ? .metered : .unmetered))
    }

    @Test("A change of the cost is told, and nothing but the latest counts")
    func followsTheCost() async throws {
      try start(metered: 2)
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next()?.cost == .unmetered)
      try bus.tell("set Metered u 1")
      #expect(await changes.next()?.cost == .metered)
      for number in 0..<50 { try bus.tell("set Metered u \(number % 5)") }
      try bus.tell("set Metered u 2")
      #expect(await changes.next { $0.cost == .unmetered } != nil)
      try bus.tell("set Metered u 0")
      #expect(await changes.next { $0.cost == .unknown } != nil)
    }

    @Test("A property that is named as changed without its value is asked for")
    func asksAgain() async throws {
      try start(metered: 2)
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next()?.cost == .unmetered)
      try bus.tell("hint Metered u 1")
      #expect(await changes.next()?.cost == .metered)
    }

    @Test("A NetworkManager that ends takes its word with it, and one that starts is heard")
    func followsItsLife() async throws {
      try start(metered: 1)
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next()?.cost == .metered)
      try bus.tell("manager stop")
      #expect(await changes.next()?.cost == .unknown)
      try bus.tell("set Metered u 3")
      try bus.tell("manager start")
      #expect(await changes.next()?.cost == .metered)
    }

    @Test("A log-in page or a way that leads nowhere makes reachability unknown", arguments: [1, 2, 3])
    func doubts(connectivity: Int) async throws {
      try giveDefaultRoute()
      try start(metered: 2)
      try bus.tell("set Connectivity u 4")
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next() == NetworkState(reachability: .reachable, cost: .unmetered))
      try bus.tell("set Connectivity u \(connectivity)")
      #expect(await changes.next { $0.reachability == .unknown } != nil)
      try bus.tell("set Connectivity u 4")
      #expect(await changes.next { $0.reachability == .reachable } != nil)
    }

    @Test("A NetworkManager that manages nothing does not hide the kernel's routes")
    func believesTheKernel() async throws {
      try giveDefaultRoute()
      try start(metered: 0)
      try bus.tell("set State u 20")
      #expect(await watched.monitor.state() == NetworkState(reachability: .reachable, cost: .unknown))
    }

    @Test("Answers that are not as they should be are unknown costs", arguments: ["error", "list"])
    func survivesAnswers(kind: String) async throws {
      try start(metered: 1)
      try bus.tell("answer \(kind)")
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next()?.cost == .unknown)
      try bus.tell("answer properties")
      try bus.tell("set Metered u 1")
      #expect(await changes.next { $0.cost == .metered } != nil)
    }

    @Test("Values of another type are unknown, and do not hide the others", arguments: ["s yes", "i 1"])
    func survivesTypes(value: String) async throws {
      try giveDefaultRoute()
      try start(metered: 1)
      try bus.tell("set Connectivity u 2")
      try bus.tell("set Metered \(value)")
      #expect(await watched.monitor.state() == .unknown)
    }

    @Test("A bus that is killed is missed, and heard again when it is back, without any other event")
    func survivesTheBus() async throws {
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next()?.cost == .unknown)
      for metered in [1, 2, 1] {
        try start(metered: metered)
        #expect(await changes.next { $0.cost != .unknown }?.cost == (metered == 1 ? .metered : .unmetered))
        try bus.tell("bus kill")
        #expect(await changes.next { $0.cost == .unknown } != nil)
      }
    }

    @Test("The connection to the bus is given back")
    func leavesNothing() async throws {
      try start(metered: 1)
      var ends = watched.ends.makeAsyncIterator()
      for await state in watched.monitor.changes {
        #expect(state.cost == .metered)
        #expect(try bus.tell("connections") == "1")
        break
      }
      await ends.next()
      #expect(try bus.tell("connections") == "0")
    }

    @Test(
      "A bus that breaks the protocol is asked a few times, then not before the network changes",
      arguments: [
        "close", "garbage",
      ])
    func doesNotSpin(manner: String) async throws {
      try bus.tell("liar \(manner)")
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next()?.cost == .unknown)
      #expect(try (1...3).contains(#require(Int(bus.tell("liar accepted")))))
      try giveDefaultRoute()
      #expect(await changes.next { $0.reachability == .reachable } != nil)
      // One attempt follows each change that it saw, and two more when that fails.
      #expect(try #require(Int(bus.tell("liar accepted"))) <= 3 + 3 * 3)
    }

    @Test("A bus that never answers holds up the first state for two seconds at most")
    func doesNotHang() async throws {
      try bus.tell("liar silent")
      let clock = ContinuousClock()
      let start = clock.now
      #expect(await watched.monitor.state() == NetworkState(reachability: .unreachable, cost: .unknown))
      let time = clock.now - start
      #expect(time >= .milliseconds(1900) && time < .seconds(300), "\(time)")
    }
  }
#endif
