#if os(Linux)
  import PhotoFixtures

  @testable import Connectivity

  /// A namespace, and a monitor whose watches look into it.
  struct WatchedNamespace {
    let namespace: NetworkNamespace
    let folder: ScratchFolder
    let monitor: SystemNetworkMonitor
    /// An element for each watch that has given back all that it held.
    let ends: AsyncStream<Void>

    /// The address of the bus, whether there is one or not.
    var socket: String { "\(folder.path)/bus" }

    init() throws {
      let namespace = try NetworkNamespace()
      let folder = try ScratchFolder()
      let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
      let address = "unix:path=\(folder.path)/bus"
      monitor = SystemNetworkMonitor { onState in
        do {
          return try namespace.enter {
            NetworkWatch(busAddress: address, onState: onState) { continuation.yield() }
          }
        } catch {
          return NoWatch()
        }
      }
      self.namespace = namespace
      self.folder = folder
      self.ends = ends
    }

    /// Where the namespace cannot be entered; the test then waits for a state in vain.
    private struct NoWatch: NetworkWatching {
      func cancel() {}
    }
  }

  extension AsyncStream<NetworkState>.Iterator {
    /// The next state that is as `condition` says; `nil` if the stream ends before. A burst of events on a busy
    /// machine may be told in parts.
    mutating func next(where condition: (NetworkState) -> Bool) async -> NetworkState? {
      while let state = await next() {
        if condition(state) { return state }
      }
      return nil
    }
  }
#endif
