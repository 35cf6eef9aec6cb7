/// Why an item was not delivered, and what that means for it and for the others.
public struct DeliveryError: Error, Sendable, Hashable {
  /// What is to be done about it. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case failed, refused, changed, busy, unreachable, unauthorized, interrupted
    }

    private let kind: Kind

    /// This attempt failed; this item is tried again later, others go on.
    public static let failed = Code(kind: .failed)
    /// The receiver will not take this item however often it is tried: it is stuck.
    public static let refused = Code(kind: .refused)
    /// The file is not what the ledger says: it is stuck.
    public static let changed = Code(kind: .changed)
    /// The receiver wants to be left alone for a while (429, 503): the whole queue pauses.
    public static let busy = Code(kind: .busy)
    /// The destination cannot be reached: the whole queue pauses until the network changes or a while has passed.
    public static let unreachable = Code(kind: .unreachable)
    /// The credentials are not accepted: the whole queue pauses. No progress is given up.
    public static let unauthorized = Code(kind: .unauthorized)
    /// The task was cancelled. It does not count as an attempt.
    public static let interrupted = Code(kind: .interrupted)

    public var description: String { kind.rawValue }
  }

  /// What it means for the item and for the others.
  public let code: Code
  /// In plain words, in lower case and without a full stop, free of tokens: `show` prints it.
  public let reason: String
  /// How long the receiver asked to be left alone, in seconds, as it asked.
  public let retryAfter: Double?

  /// An error.
  public init(code: Code, reason: String, retryAfter: Double? = nil) {
    self.code = code
    self.reason = reason
    self.retryAfter = retryAfter
  }
}

extension DeliveryError: CustomStringConvertible {
  public var description: String { reason }
}
