import DurableFiles
import JSONText
import VisionCost

extension PictureCost {
  /// The line for scripts.
  func json(_ input: FilePath) -> JSONValue {
    .object([
      .init("input", .string(input.description)), .init("engine", .string(engine.id)),
      .init("before", before.json), .init("after", after.json),
      .init("confidence", .string(engine.confidence.rawValue)),
      .init("saved", .optional(saving)), .init("lossless_long_edge", .optional(losslessLongEdge)),
      .init("refused_among_many", refusalAmongMany.map { .string($0.description) } ?? .null),
    ])
  }
}

extension PictureCost.Side {
  fileprivate var json: JSONValue {
    .object([
      .init("width", .integer(size.width)), .init("height", .integer(size.height)),
      .init("tokens", .optional(tokens)), .init("accepted", .bool(isAccepted)),
      .init("reason", refusal.map { .string($0.description) } ?? .null),
    ])
  }
}

extension VisionEngine {
  /// The line of `cost --list` for scripts.
  var json: JSONValue {
    .object([
      .init("id", .string(id)), .init("title", .string(title)),
      .init("confidence", .string(confidence.rawValue)), .init("source", .string(source)),
      .init("checked", .string(checked)), .init("above_limit", .string(aboveLimit.rawValue)),
      .init("remark", remark.map(JSONValue.string) ?? .null), .init("limits", limits.json),
    ])
  }
}

extension EngineLimits {
  /// In pixels, bytes and pictures; `null` is no limit, or none that is known.
  fileprivate var json: JSONValue {
    .object([
      .init("side", .optional(side)), .init("side_among_many", .optional(sideAmongMany?.side)),
      .init("many_images", .optional(sideAmongMany?.images)), .init("smallest_side", .optional(smallestSide)),
      .init("ratio", .optional(ratio)), .init("patches", .optional(patches)),
      .init("base64_bytes", .optional(encodedBytes)),
      .init("strictest_base64_bytes", .optional(strictestEncodedBytes)),
      .init("request_bytes", .optional(requestBytes)), .init("images", .optional(images)),
      .init("formats", formats.map { .array($0.sorted().map(JSONValue.string)) } ?? .null),
    ])
  }
}
