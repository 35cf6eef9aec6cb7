#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How long to wait between attempts.
///
/// Exponential back-off with full jitter: anything from nothing to the back-off is waited, so that many that failed
/// together do not come back together
/// (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
public struct RetryPolicy: Sendable, Hashable {
  /// The longest wait after the first failure, in seconds; it doubles with each further one.
  public var base = 2.0
  /// No wait is longer, in seconds.
  public var ceiling = 15 * 60.0
  /// However long a receiver asks to be left alone, it is asked again after as many seconds.
  public var pauseCeiling = 60 * 60.0

  /// The usual delays.
  public init() {}

  /// The wait after the attempt of the number `attempts` has failed, in seconds.
  ///
  /// - Parameter attempts: How many have failed in a row, 1 or more.
  /// - Parameter random: From 0 to 1.
  public func delay(afterAttempts attempts: Int, random: Double) -> Double {
    // 2 to the 40th is past any ceiling; what is beyond needs no larger number.
    let backOff = min(ceiling, base * pow(2, Double(min(max(attempts, 1), 40) - 1)))
    return backOff * min(max(random, 0), 1)
  }
}
