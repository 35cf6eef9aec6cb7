import CaptureStorage
import JSONText

extension EntrySummary {
  /// The line for scripts.
  var json: JSONValue {
    .object([
      .init("id", .string(id.text)),
      .init("text", .optional(text)),
      .init("state", .string(state.rawValue)),
      .init("created_at", .optional(Timestamp.text(createdAt))),
      .init("photos", .integer(photos)),
      .init("movies", .integer(movies)),
      .init("bytes", .integer(byteCount)),
      .init("waiting", .integer(waiting)),
      .init("stuck", .integer(stuck)),
    ])
  }
}
