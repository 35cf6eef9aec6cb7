/// Why a configuration of S3 makes no sense.
public struct S3ConfigurationError: Error, Sendable, Hashable {
  /// One sentence in lower case and without a full stop that says what to do.
  public let message: String
}

extension S3ConfigurationError: CustomStringConvertible {
  public var description: String { message }
}
