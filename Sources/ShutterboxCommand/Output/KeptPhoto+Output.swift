import DurableFiles
import Gallery
import JSONText
import PhotoPipeline

extension KeptPhoto {
  /// The line for scripts.
  func json(input: FilePath, output: FilePath, reason: String) -> JSONValue {
    .object([
      .init("input", .string(input.description)),
      .init("output", .string(output.description)),
      .init("status", .string("ok")),
      .init("width", .integer(width)),
      .init("height", .integer(height)),
      .init("output_bytes", .integer(heic.count)),
      .init("kept", .array(kept.map { .string($0.description) })),
      .init("left_out", .array(leftOut.map { .string($0.description) })),
      .init("copied", .bool(isCopy)),
      .init("reason", .string(reason)),
    ])
  }

  /// The line for people.
  func text(output: FilePath, reason: String) -> String {
    let kinds = kept.map { $0 == .gps ? "location" : $0.description }
    var parts = [
      output.description, "\(width)x\(height)", ByteCountText.text(heic.count),
      isCopy ? "byte for byte" : "encoded anew",
      kinds.isEmpty ? "no metadata" : "kept: \(kinds.joined(separator: ", "))",
    ]
    if !leftOut.isEmpty {
      parts.append("left out: \(leftOut.map(\.description).joined(separator: ", "))")
    }
    parts.append("reason: \(reason)")
    return TerminalText.plain(parts.joined(separator: "  "))
  }
}
