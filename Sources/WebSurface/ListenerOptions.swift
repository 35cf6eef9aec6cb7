/// Where a listener listens, and how.
public struct ListenerOptions: Sendable {
  /// A numeric address of this machine, `0.0.0.0` or `::` for all of them, or `localhost`.
  public var address = "127.0.0.1"
  /// 0 lets the system choose.
  public var port = 0
  /// Names beside the bound address under which it may be called, such as that which a proxy passes on.
  ///
  /// A page of a foreign site can point a name of its own at this machine, but not make the browser call it by one
  /// of these names.
  public var hosts: [String] = []
  /// For HTTPS; `nil` for HTTP.
  public var identity: TLSIdentity?
  public var limits = ListenerLimits()
  /// Threads that serve connections, 2 to 64. A slow client holds none, a slow disk does.
  public var threads = 8
  /// Gets what happens, from any thread, and must not call the listener.
  public var log: @Sendable (ListenerEvent) -> Void = { _ in }

  public init() {}
}
