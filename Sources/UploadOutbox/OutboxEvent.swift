public import CaptureStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What happens in an outbox, as it happens.
public enum OutboxEvent: Sendable {
  /// One of the media is being sent now.
  case started(Media)
  /// How far one is.
  case progressed(Media, Delivery.Progress)
  /// An attempt has ended.
  case ended(Outcome)
  /// Everything was sent that the entry had, and the entry is finished.
  case finished(Finished)
  /// All media were sent, but the entry could not be finished; it is when the store is opened next.
  case notFinished(Identifier<Entry>, any Error)
  /// Nothing is sent for a while, at most for as many seconds if they are known.
  case paused(reason: String, seconds: Double?)
  /// Sending goes on.
  case resumed
  /// Something was noticed that changes nothing, such as a leftover that could not be removed at the destination.
  case noted(String)

  /// What became of one attempt.
  public struct Outcome: Sendable {
    /// Where the item stands.
    public enum Status: String, Sendable {
      /// Arrived, to be tried again, or in need of somebody.
      case sent, waiting, stuck
    }

    /// The item.
    public let media: Media
    /// Where it stands.
    public let status: Status
    /// Bytes that this attempt put on the wire, repeated ones included.
    public let sentByteCount: Int
    /// How many attempts have been made so far, this one included.
    public let attempts: Int
    /// Why it is not sent.
    public let reason: String?
    /// When it is due again.
    public let nextTry: Date?
  }
}
