#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The record of a capture: what the person made in one go, and what is left to do with it.
public struct Entry: Sendable, Hashable, Identifiable {
  public enum State: String, Sendable, CaseIterable {
    case open
    /// Finished: all that it owned is deleted.
    case finished
  }

  /// That metadata of an original are kept, and why. ``CaptureStore/keptMetadata(of:)`` tells them.
  public struct KeptMetadata: Sendable, Hashable {
    public let media: Identifier<Media>
    public let reason: String
  }

  public let id: Identifier<Entry>
  /// What the person wrote.
  public let text: String?
  public let state: State
  public let createdAt: Date
  /// The files that the entry must delete when it is finished, oldest first.
  public let ownedMedia: [Media]
  public let keptMetadata: [KeptMetadata]

  /// Those of ``ownedMedia`` that are still to be sent.
  public var mediaToUpload: [Identifier<Media>] {
    ownedMedia.filter { $0.upload != .sent }.map(\.id)
  }
}
