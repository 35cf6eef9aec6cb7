#if os(Linux)
  import Glibc
  import PhotoFixtures
  import Testing

  @testable import Connectivity

  @Suite(
    "Links, addresses and routes that come and go",
    .enabled(if: NetworkNamespace.isAllowed, "\(NetworkNamespace.absence)"), .timeLimit(.minutes(10)))
  struct NetworkNamespaceTests {
    private let watched: WatchedNamespace

    init() throws { watched = try WatchedNamespace() }

    @Test("Every step from no network to a default route and back wakes the subscriber")
    func followsTheKernel() async throws {
      let network = watched.namespace
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next() == NetworkState(reachability: .unreachable, cost: .unknown))

      try network.ip("link", "set", "inner", "up")
      try network.ip("address", "add", "192.0.2.1/24", "dev", "inner")
      #expect(await changes.next { $0.reachability == .unknown } != nil)

      try network.ip("route", "add", "default", "via", "192.0.2.2")
      #expect(await changes.next { $0.reachability == .reachable } != nil)

      try network.ip("route", "delete", "default")
      #expect(await changes.next { $0.reachability == .unknown } != nil)

      try network.ip("route", "add", "default", "via", "192.0.2.2")
      #expect(await changes.next { $0.reachability == .reachable } != nil)

      // The other end goes, as a cable that is pulled: the address and the route stay.
      try network.ip("link", "set", "outer", "down")
      #expect(await changes.next { $0.reachability == .unreachable } != nil)

      try network.ip("link", "set", "outer", "up")
      #expect(await changes.next { $0.reachability == .reachable } != nil)
    }

    @Test("A route that changes nothing in whether there is one wakes the subscriber all the same")
    func tellsOtherRoutes() async throws {
      let network = watched.namespace
      try network.ip("link", "set", "inner", "up")
      try network.ip("address", "add", "192.0.2.1/24", "dev", "inner")
      try network.ip("route", "add", "default", "via", "192.0.2.2")
      var changes = watched.monitor.changes.makeAsyncIterator()
      let first = await changes.next()
      #expect(first?.reachability == .reachable)

      try network.ip("route", "replace", "default", "via", "192.0.2.3")
      #expect(await changes.next() == first)
      try network.ip("route", "add", "198.51.100.0/24", "via", "192.0.2.9")
      #expect(await changes.next() == first)
    }

    @Test("A default route that leads nowhere is none", arguments: ["unreachable", "blackhole", "prohibit"])
    func knowsDeadEnds(kind: String) async throws {
      let network = watched.namespace
      try network.ip("link", "set", "inner", "up")
      try network.ip("address", "add", "192.0.2.1/24", "dev", "inner")
      try network.ip("route", "add", kind, "default")
      #expect(await watched.monitor.state().reachability == .unknown)
    }

    @Test("What is no change wakes nobody")
    func ignoresNoise() async throws {
      let network = watched.namespace
      var changes = watched.monitor.changes.makeAsyncIterator()
      #expect(await changes.next()?.reachability == .unreachable)
      // Events come of each of these; what can be reached is as before.
      try network.ip("link", "set", "outer", "mtu", "1400")
      try network.ip("link", "set", "outer", "alias", "x")
      try network.ip("link", "set", "outer", "mtu", "1500")
      try network.ip("link", "set", "inner", "up")
      #expect(await changes.next()?.reachability == .unreachable)
      try network.ip("address", "add", "192.0.2.1/24", "dev", "inner")
      #expect(await changes.next()?.reachability == .unknown)
    }

    @Test("A storm of events is told in few states")
    func coalesces() async throws {
      let network = watched.namespace
      try network.ip("link", "set", "inner", "up")
      try network.ip("address", "add", "192.0.2.1/24", "dev", "inner")
      let counting = Task { [changes = watched.monitor.changes] in
        var count = 0
        for await state in changes {
          count += 1
          if state.reachability == .reachable { break }
        }
        return count
      }
      let lines = (0..<2000).map { "route add 10.\($0 / 250).\($0 % 250).0/24 via 192.0.2.2" }
      let batch = (lines + ["route add default via 192.0.2.2"]).joined(separator: "\n") + "\n"
      let clock = ContinuousClock()
      let start = clock.now
      _ = try Tool.output("ip", ["-n", network.name, "-batch", "-"], input: Array(batch.utf8))
      let count = await counting.value
      // At most one for each 100 ms that it took, and the first and the last.
      let limit = Int((clock.now - start) / .milliseconds(100)) + 3
      #expect(count <= limit, "\(count) states")
    }

    @Test("A watch gives back its threads, sockets and descriptors")
    func leavesNothing() async throws {
      var ends = watched.ends.makeAsyncIterator()
      // The first time a library may open what it keeps.
      _ = await watched.monitor.state()
      await ends.next()
      let before = try Self.count(in: "/proc/self/fd")
      let threads = try Self.count(in: "/proc/self/task")
      for _ in 0..<100 {
        _ = await watched.monitor.state()
        await ends.next()
      }
      // Other tests run at the same time, and have descriptors and threads of their own.
      #expect(try Self.count(in: "/proc/self/fd") < before + 80)
      #expect(try Self.count(in: "/proc/self/task") < threads + 80)
      #expect(try watched.namespace.listenerCount() == 0)

      let stream = watched.monitor.changes
      for await _ in stream {
        #expect(try watched.namespace.listenerCount() == 1)
        break
      }
    }

    private static func count(in folder: String) throws -> Int {
      guard let entries = opendir(folder) else { throw FixtureError("cannot read \(folder)") }
      defer { closedir(entries) }
      var count = 0
      while readdir(entries) != nil { count += 1 }
      return count
    }
  }
#endif
