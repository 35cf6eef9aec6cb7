#if os(Linux)
  import CLinuxNetwork
  import Threading

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Listens to the kernel and to NetworkManager, on a thread of its own.
  ///
  /// The thread waits in poll(2) for events. It has a deadline only while something is due: the end of a burst of
  /// events, or an answer of NetworkManager. The kernel's events are those of the network namespace of the thread that
  /// began the watch.
  package final class NetworkWatch: NetworkWatching {
    private let wakeUp: WakeUp?

    /// - Parameters:
    ///   - busAddress: As D-Bus writes it; `nil` is the system's bus.
    ///   - onEnd: Called when all that the watch held is given back.
    package init(
      busAddress: String? = nil, onState: @escaping @Sendable (NetworkState) -> Void,
      onEnd: @escaping @Sendable () -> Void = {}
    ) {
      wakeUp = WakeUp()
      // A system that is out of descriptors or threads says nothing of its network.
      guard let wakeUp else {
        Self.giveUp(onState, onEnd)
        return
      }
      let thread = WorkerThread {
        var loop = NetworkWatchLoop(busAddress: busAddress, wakeUp: wakeUp, onState: onState)
        loop.run()
        loop.close()
        wakeUp.end()
        onEnd()
      }
      guard let thread else {
        wakeUp.end()
        Self.giveUp(onState, onEnd)
        return
      }
      thread.detach()
    }

    package func cancel() { wakeUp?.signal() }

    /// Says so from a thread of Swift's, since the one that began the watch may hold a lock.
    private static func giveUp(
      _ onState: @escaping @Sendable (NetworkState) -> Void, _ onEnd: @escaping @Sendable () -> Void
    ) {
      Task {
        onState(.unknown)
        onEnd()
      }
    }
  }
#endif
