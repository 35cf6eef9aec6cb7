/// Tells what the network is like, and when it changes.
public protocol NetworkMonitor: Sendable {
  /// The state as it is now. It takes up to two seconds where a service has to be asked that does not answer.
  func state() async -> NetworkState

  /// A new stream for each subscriber: first the state as it is, then one after each change.
  ///
  /// A state that equals the one before means that something else changed, such as an address or a route: what could
  /// not be reached may be reachable now. Changes in quick succession become one. A subscriber that is slow gets the
  /// latest state alone, and holds up nobody.
  var changes: AsyncStream<NetworkState> { get }
}
