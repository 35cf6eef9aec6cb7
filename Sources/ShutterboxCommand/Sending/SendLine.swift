import CaptureStorage
import JSONText
import UploadOutbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is printed about one of the media to upload.
struct SendLine {
  private let media: Media
  private let status: OutboxEvent.Outcome.Status
  private let sentByteCount: Int
  private let attempts: Int
  private let reason: String?
  private let nextTry: Date?

  /// For an attempt that has ended.
  init(_ outcome: OutboxEvent.Outcome) {
    media = outcome.media
    status = outcome.status
    sentByteCount = outcome.sentByteCount
    attempts = outcome.attempts
    reason = outcome.reason
    nextTry = outcome.nextTry
  }

  /// For what was not tried.
  init(_ queued: QueuedUpload) {
    media = queued.media
    sentByteCount = 0
    attempts = queued.attempts
    switch queued.media.upload {
    case .stuck(let reason): (status, self.reason, nextTry) = (.stuck, reason, nil)
    case .waiting(let time): (status, reason, nextTry) = (.waiting, queued.reason, time)
    case .sending: (status, reason, nextTry) = (.waiting, "another process is sending it", nil)
    case .sent: (status, reason, nextTry) = (.sent, nil, nil)
    }
  }

  /// The object for scripts.
  var json: JSONValue {
    .object([
      .init("media", .string(media.id.text)), .init("entry", .string(media.entry.text)),
      .init("status", .string(status.rawValue)), .init("bytes", .integer(media.byteCount)),
      .init("sent_bytes", .integer(sentByteCount)), .init("attempts", .integer(attempts)),
      .init("reason", .optional(reason)), .init("next_try_at", .optional(nextTry.flatMap(Timestamp.text))),
    ])
  }

  /// The line for people.
  var text: String {
    let head = "\(media.file)  \(status.rawValue)"
    let next = nextTry.flatMap(Timestamp.text).map { "; next try \($0)" } ?? ""
    let tail =
      switch status {
      case .sent: "  \(ByteCountText.text(media.byteCount))"
      case .waiting: reason.map { ": \($0)\(next)" } ?? next
      case .stuck: reason.map { ": \($0)" } ?? ""
      }
    return TerminalText.plain(head + tail)
  }
}
