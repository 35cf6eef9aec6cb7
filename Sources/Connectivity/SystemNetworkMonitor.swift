/// The network as the operating system sees it.
///
/// On Apple platforms it is what `NWPathMonitor` says. On Linux the kernel tells of links, addresses and routes, and
/// NetworkManager, where it runs, of the cost; without it the cost is unknown.
///
/// While nobody listens, it holds no thread and no descriptor.
public struct SystemNetworkMonitor: NetworkMonitor {
  private let hub: NetworkChangeHub

  /// A monitor of the networks of this machine.
  public init() {
    hub = NetworkChangeHub { NetworkWatch(onState: $0) }
  }

  package init(startingWith start: @escaping NetworkChangeHub.Start) {
    hub = NetworkChangeHub(startingWith: start)
  }

  public func state() async -> NetworkState {
    for await state in changes { return state }
    // The stream of a cancelled task ends at once.
    return .unknown
  }

  public var changes: AsyncStream<NetworkState> { hub.subscribe() }
}
