import Synchronization
import Threading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The socket that listens, and the thread that accepts.
final class Listener: Sendable {
  let port: Int

  private struct Running: Sendable {
    /// Closed to wake the thread.
    let wake: CInt
    let thread: WorkerThread
  }

  /// `nil` once it is stopped.
  private let running: Mutex<Running?>
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
    running = Mutex(Running(wake: writeEnd, thread: thread))
  }

  /// Returns when nothing listens any more.
  func stop() {
    let running = running.withLock { running in
      defer { running = nil }
      return running
    }
    if let running {
      close(running.wake)
      running.thread.join()
    }
    connections.stop()
  }
}

/// The connections that are open.
private final class Connections: Sendable {
  private let state = Mutex((open: [ObjectIdentifier: Connection](), isStopped: false))

  /// Returns whether it was taken; otherwise it is stopped.
  func add(_ connection: Connection) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isStopped { state.open[ObjectIdentifier(connection)] = connection }
      return !state.isStopped
    }
    if !isTaken { connection.stop() }
    return isTaken
  }

  func remove(_ connection: Connection) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  func stop() {
    let open = state.withLock { state in
      state.isStopped = true
      return Array(state.open.values)
    }
    for connection in open { connection.stop() }
  }
}
