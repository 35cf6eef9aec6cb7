public import Connectivity

/// How an outbox sends. Every value is the caller's to choose.
public struct OutboxOptions: Sendable {
  /// How many are sent at once, 1 to 16. Each holds two pieces of its file in memory, 10 MiB in all.
  public var concurrency = 4
  /// Over which network.
  public var network = NetworkPolicy.any
  /// When to try again.
  public var retry = RetryPolicy()
  /// Whether an entry is finished, and so deleted, as soon as the receiver has all that it owns.
  public var finishWhenSent = false
  /// A number from 0 to 1, for the jitter.
  public var random: @Sendable () -> Double = { Double.random(in: 0...1) }

  /// Any network, four at once, the usual delays, entries stay.
  public init() {}
}
