#if canImport(Network)
  import Dispatch
  import Network

  /// Asks `NWPathMonitor`.
  final class NetworkWatch: NetworkWatching, @unchecked Sendable {
    // Sendable is unchecked because not every SDK says so of NWPathMonitor. It delivers on the queue it is given, and
    // may be started and cancelled from any thread; its handler is set before it starts and never changed.
    private let monitor = NWPathMonitor()

    init(onState: @escaping @Sendable (NetworkState) -> Void) {
      monitor.pathUpdateHandler = { onState(NetworkState($0)) }
      // Framework code calls back on a queue and on nothing else.
      monitor.start(queue: DispatchQueue(label: "shutterbox.connectivity", qos: .utility))
    }

    func cancel() { monitor.cancel() }
  }

  extension NetworkState {
    /// A path that is expensive (cellular, a phone's hotspot) or constrained (Low Data Mode) counts as metered.
    init(_ path: NWPath) {
      switch path.status {
      case .satisfied:
        self.init(
          reachability: .reachable, cost: path.isExpensive || path.isConstrained ? .metered : .unmetered)
      case .requiresConnection: self = .unknown
      case .unsatisfied: self.init(reachability: .unreachable, cost: .unknown)
      @unknown default: self = .unknown
      }
    }
  }
#endif
