import CMicroHTTPD
import Threading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread that takes connections, watches their deadlines, and lets those that are over linger.
///
/// What a client sends or does not send never makes it wait, and it closes no socket of an open connection: it shuts
/// it down, whereupon libmicrohttpd sees the end and closes it.
///
/// `@unchecked Sendable` is safe because `shared` is only touched while `lock` is held, `lingering`, `isPaused` and `told`
/// belong to the thread, and `thread` is set once, before anybody else has the value.
final class Doorkeeper: @unchecked Sendable {
  private struct Shared {
    var table: ConnectionTable
    /// Sockets that are to linger, on their way to the thread.
    var arrivals: [CInt] = []
    var isClosing = false
    var exhaustions = 0
  }

  private let socket: ListeningSocket
  private let limits: ListenerLimits
  private let log: @Sendable (ListenerEvent) -> Void
  private var shared: Shared
  /// Held to touch `shared`; signals when a request or a connection has ended.
  private let lock = ConditionLock()
  private let wakeRead: CInt
  private let wakeWrite: CInt
  private var thread: WorkerThread?
  private var lingering = LingeringSockets()
  /// Whether no connection is taken until the next tick, for want of descriptors.
  private var isPaused = false
  private var told = ListenerStatistics()

  init(
    socket: ListeningSocket, limits: ListenerLimits, log: @escaping @Sendable (ListenerEvent) -> Void
  ) throws(ListenerError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ListenerError(.io, "pipe failed: \(String(cString: strerror(errno)))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (wakeRead, wakeWrite) = (ends[0], ends[1])
    self.socket = socket
    self.limits = limits
    self.log = log
    shared = Shared(table: ConnectionTable(limits: limits))
  }

  deinit {
    close(wakeRead)
    close(wakeWrite)
  }

  private func withShared<Result>(_ body: (inout Shared) -> Result) -> Result {
    lock.withLock { body(&shared) }
  }

  /// Seconds of a clock that only goes forward.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: What the threads of the server tell

  var statistics: ListenerStatistics { withShared { $0.table.statistics } }
  var isClosing: Bool { withShared { $0.isClosing } }

  func peer(of descriptor: CInt) -> String {
    withShared { $0.table[descriptor]?.peer.text } ?? "unknown"
  }

  func begin(_ phase: ConnectionRecord.Phase, _ descriptor: CInt) {
    let now = Self.now()
    withShared { $0.table.begin(phase, descriptor, now: now) }
  }

  func receive(_ byteCount: Int, _ descriptor: CInt) {
    let now = Self.now()
    withShared { $0.table.receive(byteCount, descriptor, now: now) }
  }

  func linger(_ descriptor: CInt) {
    withShared { $0.table.linger(descriptor) }
  }

  func countMalformed(_ event: ListenerEvent) {
    withShared { $0.table.countMalformed() }
    log(event)
  }

  /// A request has ended; the connection may get another.
  func rest(_ descriptor: CInt) {
    let now = Self.now()
    withShared { shared in
      shared.table.begin(.waiting, descriptor, now: now)
      if shared.isClosing { shutdown(descriptor, CInt(SHUT_RDWR)) }
    }
    lock.withLock { lock.broadcast() }
  }

  /// The connection is about to be closed.
  func leave(_ descriptor: CInt) {
    let wakes = withShared { shared in
      guard let record = shared.table.remove(descriptor), record.lingers, !shared.isClosing else {
        return false
      }
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      if copy >= 0 { shared.arrivals.append(copy) }
      return copy >= 0
    }
    if wakes { wake() }
    lock.withLock { lock.broadcast() }
  }

  // MARK: Start and stop

  func start(_ server: ServerHandle) throws(ListenerError) {
    thread = WorkerThread { [self] in run(server) }
    if thread == nil { throw ListenerError(.io, "the system has no thread to give") }
  }

  /// Takes no more connections, closes those that ask for nothing, waits until the others are answered, but for
  /// `seconds` at most, and ends the thread.
  func stop(seconds: Double) {
    withShared { $0.isClosing = true }
    wake()
    // Afterwards no connection comes any more.
    thread?.join()
    withShared { shared in
      for descriptor in shared.table.restingDescriptors { shutdown(descriptor, CInt(SHUT_RDWR)) }
    }
    let deadline = Self.now() + seconds
    lock.withLock {
      while shared.table.servingCount > 0 {
        let rest = deadline - Self.now()
        guard rest > 0 else { return }
        lock.wait(seconds: rest)
      }
    }
  }

  private func wake() {
    // If the pipe is full the thread will wake anyhow.
    _ = write(wakeWrite, [0], 1)
  }

  // MARK: The thread

  private func run(_ server: ServerHandle) {
    var nextTick = Self.now() + limits.tickSeconds
    while !isClosing {
      var polled = [
        pollfd(fd: isPaused ? -1 : socket.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0),
      ]
      polled += lingering.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let patience = max(0, nextTick - Self.now())
      poll(&polled, nfds_t(polled.count), CInt((patience * 1000).rounded(.up)))
      if polled[1].revents != 0 { emptyPipe() }
      if polled[0].revents != 0 { acceptAll(server) }
      let ready = Set(polled.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
      let now = Self.now()
      for descriptor in withShared({ shared in
        defer { shared.arrivals = [] }
        return shared.arrivals
      }) {
        lingering.add(descriptor, now: now)
      }
      lingering.drain(now: now) { ready.contains($0) }
      if now >= nextTick {
        tick(now)
        nextTick = now + limits.tickSeconds
      }
    }
    close(socket.descriptor)
    lingering.closeAll()
    for descriptor in withShared({ $0.arrivals }) { close(descriptor) }
  }

  private func emptyPipe() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while read(wakeRead, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  private func acceptAll(_ server: ServerHandle) {
    // The deadlines of the others must be looked at, too, however many come.
    for _ in 0..<256 {
      guard let (descriptor, storage, length) = socket.accept() else {
        if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM { exhausted() }
        return
      }
      let now = Self.now()
      let isTaken = withShared { shared in
        switch shared.table.admit(descriptor, peer: PeerAddress(storage), now: now) {
        case .admitted: return true
        case .instead(of: let victim):
          shutdown(victim, CInt(SHUT_RDWR))
          return true
        case .refused: return false
        }
      }
      guard isTaken else {
        close(descriptor)
        continue
      }
      if !server.add(descriptor, storage, length) {
        // The server has closed it.
        withShared { _ = $0.table.remove(descriptor) }
      }
    }
  }

  /// Makes room when the system has no descriptor left, and waits for the next tick.
  private func exhausted() {
    isPaused = true
    let now = Self.now()
    withShared { shared in
      shared.exhaustions += 1
      for _ in 0..<16 {
        guard let victim = shared.table.evict(now: now) else { break }
        shutdown(victim, CInt(SHUT_RDWR))
      }
    }
  }

  private func tick(_ now: Double) {
    isPaused = false
    let (statistics, wasExhausted) = withShared { shared in
      // Under the lock a descriptor cannot be closed and given to something else.
      for descriptor in shared.table.takeOverdue(now: now, input: Self.input) {
        shutdown(descriptor, CInt(SHUT_RDWR))
      }
      defer { shared.exhaustions = 0 }
      return (shared.table.statistics, shared.exhaustions > 0)
    }
    if wasExhausted { log(.exhausted) }
    let event = ListenerEvent.dropped(
      refused: statistics.refused - told.refused, evicted: statistics.evicted - told.evicted,
      timedOut: statistics.timedOut - told.timedOut)
    told = statistics
    if event != .dropped(refused: 0, evicted: 0, timedOut: 0) { log(event) }
  }

  /// Looks at what lies on a connection without taking it.
  private static func input(_ descriptor: CInt) -> ConnectionTable.Input {
    let count = cmhd_peek(descriptor)
    return count > 0 ? .bytes : count == 0 ? .end : .nothing
  }
}
