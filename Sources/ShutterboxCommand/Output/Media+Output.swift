import CaptureStorage
import Hashing
import JSONText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Media {
  /// The object for scripts.
  var json: JSONValue {
    .object([
      .init("id", .string(id.text)),
      .init("file", .string(file)),
      .init("kind", .string(kind.rawValue)),
      .init("bytes", .integer(byteCount)),
      .init("sha256", .string(sha256.description)),
      .init("width", .integer(width)),
      .init("height", .integer(height)),
      .init("source", .string(source.rawValue)),
      .init("removed", .array(removed.map { .string($0) })),
      .init("upload", .string(upload.name)),
      .init("reason", .optional(upload.reason)),
      .init("next_try_at", .optional(upload.nextTry.flatMap(Timestamp.text))),
    ])
  }

  /// The lines for people.
  ///
  /// - Parameter reason: Why metadata of the original are kept, if they are.
  func lines(keptFor reason: String?) -> [String] {
    let facts = [
      "\(width)x\(height)", ByteCountText.text(byteCount), "from \(source.rawValue)", upload.text,
    ]
    var lines = [TextWrapping.padded(kind.rawValue, 9) + file, facts.joined(separator: "  ")]
    if !removed.isEmpty { lines.append("removed: \(removed.joined(separator: ", "))") }
    if let reason { lines.append("metadata of the original are kept: \(reason)") }
    return lines.prefix(1) + lines.dropFirst().map { TextWrapping.padded("", 9) + $0 }
  }
}

extension Media.Upload {
  /// The state in one word.
  var name: String {
    switch self {
    case .waiting: "waiting"
    case .sending: "sending"
    case .sent: "sent"
    case .stuck: "stuck"
    }
  }

  fileprivate var reason: String? {
    if case .stuck(let reason) = self { reason } else { nil }
  }

  fileprivate var nextTry: Date? {
    if case .waiting(let nextTry) = self { nextTry } else { nil }
  }

  fileprivate var text: String {
    switch self {
    case .waiting, .sending, .sent: name
    case .stuck(let reason): "stuck: \(reason)"
    }
  }
}
