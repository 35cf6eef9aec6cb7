public import UploadReceiver

/// Who answers which paths.
public struct Routes: Sendable {
  public typealias Handler = @Sendable (ReceiverRequest) -> any ReceiverExchange

  private var mounts: [(prefix: String, handler: Handler)] = []

  public init() {}

  /// Has `handler` answer `prefix` and everything below it, where no longer prefix fits.
  ///
  /// - Parameter prefix: Begins with a slash and ends with none; `/` fits every path. Compared with the path as it
  ///   was sent, so with its percent-encoding.
  public mutating func mount(_ prefix: String, _ handler: @escaping Handler) {
    mounts.append((prefix == "/" ? "" : prefix, handler))
    mounts.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  /// Begins to answer `request`: with 404 if nobody else does.
  public func begin(_ request: ReceiverRequest) -> any ReceiverExchange {
    for (prefix, handler) in mounts
    where request.path == prefix || request.path.hasPrefix(prefix + "/") {
      return handler(request)
    }
    return FixedExchange(ReceiverResponse(status: 404))
  }
}
