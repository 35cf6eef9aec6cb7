/// One of the media to upload, which this session alone may send until it ends the lease or dies.
package struct LeasedUpload: Sendable {
  package let media: Media
  /// How many attempts have failed so far.
  package let attempts: Int
  /// Where it stands in the order of uploads.
  package let position: UploadPosition
  /// What the destination remembered of an earlier attempt; `nil` if there was none at this destination.
  package let resumeState: String?
}

/// A place in the order of uploads.
package struct UploadPosition: Sendable, Hashable, Comparable {
  let rank: Int
  let media: String

  /// Before all others.
  package static let start = UploadPosition(rank: .min, media: "")

  package static func < (one: UploadPosition, other: UploadPosition) -> Bool {
    (one.rank, one.media) < (other.rank, other.media)
  }
}

/// How a lease ends when the media are still to be uploaded.
package enum UploadEnd: Sendable, Hashable {
  /// Tried again, not before `nextTry` (milliseconds since 1970); `attempts` have failed so far.
  case waiting(nextTry: Int, attempts: Int, reason: String?)
  /// Not tried again without somebody's help.
  case stuck(attempts: Int, reason: String)
}

/// One of the media to upload, as it stands.
package struct QueuedUpload: Sendable {
  package let media: Media
  /// How many attempts have failed so far.
  package let attempts: Int
  /// Why the last attempt failed.
  package let reason: String?
  package let position: UploadPosition
}

/// How many media are to be uploaded.
public struct UploadQueue: Sendable, Hashable {
  /// Those that wait for their turn.
  public let waiting: Int
  /// Those that a process sends right now.
  public let sending: Int
  /// Those that are not tried again without somebody's help.
  public let stuck: Int

  /// Whether nothing is left to be sent.
  public var isEmpty: Bool { waiting + sending + stuck == 0 }
}
