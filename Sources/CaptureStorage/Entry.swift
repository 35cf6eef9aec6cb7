#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The record of a capture: what the person made in one go, and what is left to do with it.
public struct Entry: Sendable, Hashable, Identifiable {
  /// Whether its media are still there.
  public enum State: String, Sendable, CaseIterable {
    /// It owns media, or may.
    case open
    /// Finished: all that it owned is deleted.
    case finished
  }

  /// That metadata of an original are kept, and why. ``CaptureStore/keptMetadata(of:)`` tells them.
  public struct KeptMetadata: Sendable, Hashable {
    /// The media that they are of.
    public let media: Identifier<Media>
    /// The sentence that was given for keeping them.
    public let reason: String
  }

  public let id: Identifier<Entry>
  /// What the person wrote.
  public let text: String?
  /// Whether its media are still there.
  public let state: State
  /// When it was begun.
  public let createdAt: Date
  /// The files that the entry must delete when it is finished, oldest first.
  public let ownedMedia: [Media]
  /// Of which media metadata are kept, and why.
  public let keptMetadata: [KeptMetadata]

  /// Those of ``ownedMedia`` that are still to be sent.
  public var mediaToUpload: [Identifier<Media>] {
    ownedMedia.filter { $0.upload != .sent }.map(\.id)
  }
}
