public import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A server of tus 1.0.0 (https://tus.io/protocols/resumable-upload): requests in, responses out.
///
/// It opens no socket: a listener reads the head of a request, calls ``begin(_:)`` and hands the body over. All its
/// methods may be called from several threads at once; they wait for the disk.
public final class Receiver: Sendable {
  /// What a receiver takes from its surroundings, so that a test can set it.
  public struct Surroundings: Sendable {
    /// The time now.
    public var now: @Sendable () -> Date = { Date() }
    /// 64 random bits. From the system's own generator by default.
    public var random: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

    public init() {}
  }

  public let options: ReceiverOptions

  /// Takes up what a former run left in `storage`.
  ///
  /// - Throws: ``DurableFiles/FileSystemError`` if that cannot be read.
  public init(
    _ options: ReceiverOptions, storage: any ReceiverStorage, surroundings: Surroundings = Surroundings()
  ) throws(FileSystemError) {
    self.options = options
  }

  /// Begins to answer `request`, whose body comes behind.
  public func begin(_ request: ReceiverRequest) -> any ReceiverExchange {
    AnsweredExchange(ReceiverResponse(status: 503))
  }

  /// Removes unfinished uploads that got nothing for too long, and forgets old ones that are complete. To be called
  /// about every minute.
  ///
  /// - Returns: How many unfinished uploads were removed.
  @discardableResult
  public func expire() -> Int { 0 }

  /// What was done since the start, and what there is now.
  public var counters: ReceiverCounters { ReceiverCounters() }
}
