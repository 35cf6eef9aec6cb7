#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An answer, for the listener to write.
public struct ReceiverResponse: Sendable {
  /// The status code, 200 to 599.
  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: Data
  /// Whether the connection must end with this answer, since not all of the request was read.
  public var closesConnection: Bool

  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: Data = Data(),
    closesConnection: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.closesConnection = closesConnection
  }
}
