/// What the system says of its networks.
///
/// It is a hint: only trying shows whether a destination answers. One on the loopback interface, or in the local
/// network, needs no default route, so a reachability other than `reachable` is no reason not to try.
public struct NetworkState: Sendable, Hashable {
  /// Whether there is a way out.
  public enum Reachability: Sendable, Hashable {
    /// There is a default route over a link that is up.
    case reachable
    /// Perhaps: the system cannot tell, only the local network is there, or a log-in page is in the way.
    case unknown
    /// No link is up but loopback.
    case unreachable
  }

  /// Whether what is sent costs somebody.
  public enum Cost: Sendable, Hashable {
    /// The system says that it costs nothing.
    case unmetered
    /// The system says, or guesses, that it is paid by volume, or the user asked for restraint.
    case metered
    /// Nothing says so either way.
    case unknown
  }

  /// Whether a network leads anywhere.
  public var reachability: Reachability
  /// Whether it costs by volume.
  public var cost: Cost

  /// A state of which both are known.
  public init(reachability: Reachability, cost: Cost) {
    self.reachability = reachability
    self.cost = cost
  }

  /// What is known of a system that says nothing.
  public static let unknown = NetworkState(reachability: .unknown, cost: .unknown)

  /// Whether `policy` lets something be sent over this network.
  ///
  /// A network of unknown cost counts as unmetered. Only what watches over networks can know that one costs, and where
  /// there is none, as on most servers, waiting for its word would be waiting for ever. Whoever sends on such a network
  /// under ``NetworkPolicy/unmetered`` should say once that the cost is unknown.
  public func allows(_ policy: NetworkPolicy) -> Bool {
    switch policy {
    case .any: true
    case .unmetered: cost != .metered
    }
  }
}
