// What is used of Network (https://developer.apple.com/documentation/network).
public import Dispatch

/// https://developer.apple.com/documentation/network/nwpath
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }

  public let status: Status
  public let isExpensive: Bool
  public let isConstrained: Bool

  public init(_ status: Status, isExpensive: Bool = false, isConstrained: Bool = false) {
    self.status = status
    self.isExpensive = isExpensive
    self.isConstrained = isConstrained
  }
}

/// https://developer.apple.com/documentation/network/nwpathmonitor
public final class NWPathMonitor: @unchecked Sendable {
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?

  public init() {}

  /// Tells one path, as the system does after the start.
  public func start(queue: DispatchQueue) {
    queue.async { [pathUpdateHandler] in pathUpdateHandler?(NWPath(.satisfied, isExpensive: true)) }
  }

  public func cancel() { pathUpdateHandler = nil }
}
