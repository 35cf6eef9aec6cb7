import Threading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The socket that listens, and the thread that accepts.
final class Listener: @unchecked Sendable {
  // Sendable is unchecked because of the variable. It is safe because it is used only with the lock held.
  let port: Int

  private struct Running: Sendable {
    /// Closed to wake the thread.
    let wake: CInt
    let thread: WorkerThread
  }

  /// `nil` once it is stopped.
  private var running: Running?
  private let lock = ConditionLock()
  private let connections: Connections

  init(_ address: FaultServer.Address, script: Script, journal: Journal) throws {
    let (descriptor, port) = try Socket.listen(address)
    self.port = port
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let error = Socket.failure("pipe")
      close(descriptor)
      throw error
    }
    for end in ends { Socket.closeOnExec(end) }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let connections = Connections()
    self.connections = connections
    let thread = WorkerThread {
      while let accepted = Socket.accept(descriptor, unless: readEnd) {
        let number = journal.noted.change { notes in
          notes.connectionCount += 1
          return notes.connectionCount - 1
        }
        let connection = Connection(accepted, number: number, script: script, journal: journal)
        guard connections.add(connection) else { break }
        let thread = WorkerThread {
          connection.run()
          connections.remove(connection)
        }
        if let thread { thread.detach() } else { connection.stop() }
      }
      close(descriptor)
      close(readEnd)
    }
    guard let thread else {
      for end in [descriptor, readEnd, writeEnd] { close(end) }
      throw FaultServerError(description: "there is no thread to be had")
    }
    running = Running(wake: writeEnd, thread: thread)
  }

  /// Returns when nothing listens any more.
  func stop() {
    let running = lock.withLock {
      defer { self.running = nil }
      return self.running
    }
    if let running {
      close(running.wake)
      running.thread.join()
    }
    connections.stop()
  }
}

/// The connections that are open.
private final class Connections: @unchecked Sendable {
  // Sendable is unchecked because of the variables. It is safe because they are used only with the lock held.
  private let lock = ConditionLock()
  private var open: [ObjectIdentifier: Connection] = [:]
  private var isStopped = false

  /// Returns whether it was taken; otherwise it is stopped.
  func add(_ connection: Connection) -> Bool {
    let isTaken = lock.withLock {
      if !isStopped { open[ObjectIdentifier(connection)] = connection }
      return !isStopped
    }
    if !isTaken { connection.stop() }
    return isTaken
  }

  func remove(_ connection: Connection) {
    lock.withLock { open[ObjectIdentifier(connection)] = nil }
  }

  func stop() {
    let all = lock.withLock {
      isStopped = true
      return Array(open.values)
    }
    for connection in all { connection.stop() }
  }
}
