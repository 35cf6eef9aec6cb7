import CaptureStorage
import JSONText

extension Entry {
  /// The line for scripts.
  var json: JSONValue { .object(jsonMembers) }

  var jsonMembers: [JSONValue.Member] {
    [
      .init("id", .string(id.text)),
      .init("text", .optional(text)),
      .init("state", .string(state.rawValue)),
      .init("created_at", .optional(Timestamp.text(createdAt))),
      .init("owned_media", .array(ownedMedia.map(\.json))),
      .init("media_to_upload", .array(mediaToUpload.map { .string($0.text) })),
      .init("kept_metadata", .array(keptMetadata.map(\.json))),
    ]
  }

  /// The lines for people.
  var linesForPeople: String {
    let byteCount = ownedMedia.reduce(0) { $0 + $1.byteCount }
    let rows: [(name: String, value: String?)] = [
      ("text", text),
      ("state", state.rawValue),
      ("created", Timestamp.text(createdAt)),
      ("media", ownedMedia.isEmpty ? "none" : "\(ownedMedia.count), \(ByteCountText.text(byteCount))"),
    ]
    var lines = [id.text]
    for row in rows {
      if let value = row.value {
        lines.append("  " + TextWrapping.padded(row.name, 9) + TerminalText.plain(value))
      }
    }
    for media in ownedMedia {
      let reason = keptMetadata.first { $0.media == media.id }?.reason
      lines += media.lines(keptFor: reason).map { TerminalText.plain("  \($0)") }
    }
    return lines.joined(separator: "\n")
  }
}

extension Entry.KeptMetadata {
  fileprivate var json: JSONValue {
    .object([.init("media", .string(media.text)), .init("reason", .string(reason))])
  }
}
