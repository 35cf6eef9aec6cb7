/// What happened to the connections of a listener since it was started.
public struct ListenerStatistics: Sendable, Hashable {
  /// Connections that are open now.
  public var open = 0
  /// Connections that were taken.
  public var accepted = 0
  /// Connections that were closed at once, since there was no room and none was slow enough to make some.
  public var refused = 0
  /// Slow connections that made room for new ones.
  public var evicted = 0
  /// Connections that were closed when a deadline had passed.
  public var timedOut = 0
  /// Requests that were answered here, since they broke a rule of HTTP or a limit, or named a wrong host.
  public var malformed = 0

  public init() {}

  /// In the text format of Prometheus, version 0.0.4.
  public var metrics: String {
    let rows: [(name: String, kind: String, help: String, value: Int)] = [
      ("connections_open", "gauge", "Connections that are open now.", open),
      ("connections_accepted_total", "counter", "Connections that were taken.", accepted),
      ("connections_refused_total", "counter", "Connections for which there was no room.", refused),
      ("connections_evicted_total", "counter", "Slow connections that made room for others.", evicted),
      ("connections_timed_out_total", "counter", "Connections that missed a deadline.", timedOut),
      ("requests_malformed_total", "counter", "Requests that broke a rule of HTTP or a limit.", malformed),
    ]
    return rows.map { name, kind, help, value in
      """
      # HELP shutterbox_\(name) \(help)
      # TYPE shutterbox_\(name) \(kind)
      shutterbox_\(name) \(value)

      """
    }.joined()
  }
}
