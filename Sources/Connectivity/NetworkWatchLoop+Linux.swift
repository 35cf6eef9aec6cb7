#if os(Linux)
  import CLinuxNetwork

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// What the thread of a ``NetworkWatch`` does.
  struct NetworkWatchLoop: ~Copyable {
    /// How long it waits for more of the same before it looks, in nanoseconds. A link that comes up is a dozen events.
    static let burst: UInt64 = 100_000_000
    /// How long the first state waits for NetworkManager, in nanoseconds.
    static let patience: UInt64 = 2_000_000_000
    /// How often a lost connection to the bus is made anew before something changes in the network, so that a bus that
    /// breaks every connection is not asked for ever.
    static let connectionLimit = 3

    private let busAddress: String?
    private let wakeUp: WakeUp
    private let onState: @Sendable (NetworkState) -> Void
    private var kernel: KernelEvents?
    private var manager: OpaquePointer?
    private var connectionCount = 0
    private var known = Known()
    /// What was told last; `nil` before the first time.
    private var told: Known?
    /// When to look what has changed.
    private var lookTime: UInt64?

    /// All that is known, to tell a change by.
    private struct Known: Equatable {
      var kernel = KernelNetwork()
      var manager = NetworkManagerState()
    }

    init(busAddress: String?, wakeUp: WakeUp, onState: @escaping @Sendable (NetworkState) -> Void) {
      self.busAddress = busAddress
      self.wakeUp = wakeUp
      self.onState = onState
    }

    mutating func run() {
      // Listening begins before looking, so nothing changes unseen in between.
      kernel = KernelEvents()
      known.kernel = KernelNetwork.current()
      connect()
      let start = Self.now()
      while true {
        if told == nil, isManagerSettled || Self.now() >= start + Self.patience { tell() }
        if let lookTime, Self.now() >= lookTime { look() }
        guard wait(told == nil ? start + Self.patience : nil) else { return }
      }
    }

    mutating func close() {
      kernel = nil
      disconnect()
    }

    private var isManagerSettled: Bool { manager.map { cnet_manager_properties($0).is_settled } ?? true }

    /// Waits for an event, a deadline of one of the sources or `deadline`, and takes in what came.
    ///
    /// - Returns: Whether to go on.
    private mutating func wait(_ deadline: UInt64?) -> Bool {
      var waits = [
        pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        // A negative descriptor is passed over (POSIX.1-2017, poll).
        pollfd(fd: kernel?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: manager.map { cnet_manager_descriptor($0) } ?? -1,
          events: manager.map { cnet_manager_events($0) } ?? 0, revents: 0),
      ]
      let busTime = manager.map { cnet_manager_deadline($0) } ?? .max
      let end = min(deadline ?? .max, lookTime ?? .max, busTime)
      let count = poll(&waits, nfds_t(waits.count), Self.milliseconds(until: end))
      // EINTR and ENOMEM are the failures that can be, and both pass.
      guard count >= 0 else { return true }
      if waits[0].revents != 0 { return false }
      if waits[1].revents != 0 {
        if kernel?.drain() == false { kernel = nil }
        expectChanges()
      }
      if waits[2].revents != 0 || Self.now() >= busTime { listenToManager() }
      return true
    }

    private mutating func listenToManager() {
      guard let manager else { return }
      if !cnet_manager_process(manager) {
        disconnect()
        connect()
      } else if cnet_manager_properties(manager).is_present {
        // A bus that works may end and come back as often as it likes.
        connectionCount = 1
      }
      if managerState != known.manager { expectChanges() }
    }

    private mutating func expectChanges() {
      if lookTime == nil { lookTime = Self.now() + Self.burst }
    }

    /// Looks what is there now, and tells if anything is not as it was.
    private mutating func look() {
      lookTime = nil
      let network = KernelNetwork.current()
      if network != known.kernel {
        known.kernel = network
        connectionCount = 0
        if manager == nil { connect() }
      }
      if told != nil { tell() }
    }

    private mutating func tell() {
      known.manager = managerState
      guard known != told else { return }
      told = known
      onState(NetworkState(kernel: known.kernel, manager: known.manager))
    }

    /// What it says; while a new connection has no answer yet, what it said before.
    private var managerState: NetworkManagerState {
      guard let manager else { return NetworkManagerState() }
      let properties = cnet_manager_properties(manager)
      return properties.is_settled ? NetworkManagerState(properties) : known.manager
    }

    private mutating func connect() {
      guard connectionCount < Self.connectionLimit else { return }
      connectionCount += 1
      manager = cnet_manager_open(busAddress)
    }

    private mutating func disconnect() {
      cnet_manager_close(manager)
      manager = nil
    }

    /// CLOCK_MONOTONIC in nanoseconds, as libsystemd counts.
    private static func now() -> UInt64 {
      var time = timespec()
      // It fails for a clock that does not exist, and this one does.
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// For poll(2): rounded up, so that it does not return before `end`; -1 is for ever.
    private static func milliseconds(until end: UInt64) -> CInt {
      guard end != .max else { return -1 }
      let now = now()
      guard end > now else { return 0 }
      return CInt(min((end - now - 1) / 1_000_000 + 1, UInt64(CInt.max)))
    }
  }
#endif
