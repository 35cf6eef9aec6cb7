/// Over which networks the person lets something be sent. The raw values are those of the option `--network`.
public enum NetworkPolicy: String, Sendable, Hashable, CaseIterable {
  /// Over every network.
  case any
  /// Over none that is known to be metered; see ``NetworkState/allows(_:)``.
  case unmetered
}
