import CaptureStorage
import JSONText

extension Finished {
  /// The line for scripts.
  func json(state: Entry.State, isDryRun: Bool) -> JSONValue {
    .object(
      [
        .init("entry", .string(entry.text)),
        .init("state", .string(state.rawValue)),
        .init("deleted", .array(deleted.map { .string($0) })),
        .init("freed_bytes", .integer(freedByteCount)),
        .init("left", .array(left.map { .string($0) })),
      ] + (isDryRun ? [.init("dry_run", .bool(true))] : []))
  }

  /// The lines for people.
  func text(isDryRun: Bool) -> String {
    let files = deleted.count == 1 ? "1 file" : "\(deleted.count) files"
    let size = ByteCountText.text(freedByteCount)
    if !isDryRun { return "\(entry)  finished  \(files) deleted, \(size) freed" }
    let lines = ["\(entry)  would be finished  \(files) to delete, \(size)"] + deleted.map { "  \($0)" }
    return lines.map(TerminalText.plain).joined(separator: "\n")
  }
}
