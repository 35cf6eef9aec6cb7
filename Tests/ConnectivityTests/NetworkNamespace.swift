#if os(Linux)
  import Glibc
  import PhotoFixtures
  import Synchronization
  import Threading

  @testable import Connectivity

  /// A network of its own, in which nothing happens but what a test does. It goes with the value.
  ///
  /// It has a link `inner`, down and without an address, whose other end is `outer` (veth(4)).
  final class NetworkNamespace: Sendable {
    let name: String

    /// Whether this process may make one.
    static let isAllowed: Bool = (try? NetworkNamespace()) != nil
    static let absence = "network namespaces need root, and the command ip (iproute2)"

    init() throws {
      name = "shutterbox-\(getpid())-\(UInt64.random(in: 0 ... .max))"
      _ = try Tool.output("ip", ["netns", "add", name])
      // Addresses that links take by themselves would come at moments of their own.
      try write("1", to: "/proc/sys/net/ipv6/conf/all/disable_ipv6")
      try write("1", to: "/proc/sys/net/ipv6/conf/default/disable_ipv6")
      try ip("link", "add", "inner", "type", "veth", "peer", "name", "outer")
      try ip("link", "set", "outer", "up")
    }

    // What cannot be removed stays until the machine goes; a deinit can tell nobody.
    deinit { _ = try? Tool.output("ip", ["netns", "delete", name]) }

    func ip(_ arguments: String...) throws {
      _ = try Tool.output("ip", ["-n", name] + arguments)
    }

    private func write(_ text: String, to file: String) throws {
      _ = try Tool.output("ip", ["netns", "exec", name, "sh", "-c", "echo \(text) > \(file)"])
    }

    /// The sockets that listen to the kernel's network events here.
    func listenerCount() throws -> Int {
      let table = try Tool.output("ip", ["netns", "exec", name, "cat", "/proc/net/netlink"])
      let rows = String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      // Columns: socket, protocol, port, groups; the kernel's own has port 0.
      return rows.map { $0.split(separator: " ") }
        .count { $0[1] == "0" && $0[2] != "0" && $0[3] != "00000000" }
    }

    /// Runs `body` on a thread that is in this network; threads that it starts are, too.
    func enter<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
      let box = Box<Result>()
      let name = name
      let thread = WorkerThread {
        let descriptor = open("/run/netns/\(name)", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard Self.setNamespace(descriptor) else { return }
        let value = body()
        box.value.withLock { $0 = value }
      }
      guard let thread else { throw FixtureError("no thread is to be had") }
      thread.join()
      guard let value = box.value.withLock({ $0 }) else { throw FixtureError("cannot enter \(name)") }
      return value
    }

    /// setns(2), which the headers show to programs in C alone.
    private static func setNamespace(_ descriptor: CInt) -> Bool {
      guard let address = dlsym(nil, "setns") else { return false }
      let call = unsafeBitCast(address, to: (@convention(c) (CInt, CInt) -> CInt).self)
      // CLONE_NEWNET of <linux/sched.h>.
      return call(descriptor, 0x4000_0000) == 0
    }

    private final class Box<Value: Sendable>: Sendable {
      let value = Mutex<Value?>(nil)
    }
  }
#endif
