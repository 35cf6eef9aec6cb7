import DurableFiles
import JSONText
import PhotoPipeline

/// What is told about a photo that was prepared.
struct PrepareSummary: Sendable {
  let format: PhotoFormat
  let inputBytes: Int
  let outputBytes: Int
  /// The size of the upright original in pixels.
  let inputSize: (width: Int, height: Int)
  /// The size of the result in pixels.
  let size: (width: Int, height: Int)
  let hadLocation: Bool
  let removed: [MetadataKind]
  /// From the start of the work on this photo until its result was safe, in whole microseconds.
  let seconds: Double

  init(_ photo: PreparedPhoto, duration: Duration) {
    format = photo.original.format
    inputBytes = photo.original.byteCount
    outputBytes = photo.jpeg.count
    inputSize = (photo.original.width, photo.original.height)
    size = (photo.width, photo.height)
    hadLocation = photo.hadLocation
    removed = photo.removed
    let (seconds, attoseconds) = duration.components
    self.seconds = Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1_000_000
  }

  /// The line for scripts.
  func json(input: FilePath, output: FilePath) -> JSONValue {
    .object([
      .init("input", .string(input.description)),
      .init("output", .string(output.description)),
      .init("status", .string("ok")),
      .init("format", .string(format.rawValue)),
      .init("input_bytes", .integer(inputBytes)),
      .init("output_bytes", .integer(outputBytes)),
      .init("input_width", .integer(inputSize.width)),
      .init("input_height", .integer(inputSize.height)),
      .init("width", .integer(size.width)),
      .init("height", .integer(size.height)),
      .init("had_location", .bool(hadLocation)),
      .init("removed", .array(removed.map { .string($0.description) })),
      .init("seconds", .number(seconds)),
    ])
  }

  /// The line for people.
  func text(output: FilePath) -> String {
    let kinds = removed.map { $0 == .gps ? "location" : $0.description }
    return [
      TerminalText.plain(output.description),
      "\(inputSize.width)x\(inputSize.height) -> \(size.width)x\(size.height)",
      "\(ByteCountText.text(inputBytes)) -> \(ByteCountText.text(outputBytes))",
      kinds.isEmpty ? "nothing to remove" : "removed: \(kinds.joined(separator: ", "))",
    ].joined(separator: "  ")
  }
}
