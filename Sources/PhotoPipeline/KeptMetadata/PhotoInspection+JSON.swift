package import JSONText

extension PhotoInspection {
  /// What was found, in the order in which scripts read it.
  package var jsonMembers: [JSONValue.Member] {
    [
      .init("format", .string(format.rawValue)),
      .init("bytes", .integer(byteCount)),
      .init("width", .integer(width)),
      .init("height", .integer(height)),
      .init("orientation", .optional(orientation)),
      .init("location", location?.json ?? .null),
      .init("taken_at", .optional(takenAt.flatMap(Timestamp.text))),
      .init("camera", .optional(camera)),
      .init("color_profile", .optional(colorProfile)),
      .init("blocks", .array(blocks.map(\.json))),
    ]
  }
}

extension PhotoInspection.Block {
  fileprivate var json: JSONValue {
    .object([.init("kind", .string(kind.description)), .init("bytes", .integer(byteCount))])
  }
}

extension PhotoInspection.Location {
  fileprivate var json: JSONValue {
    .object([
      .init("latitude", .number(latitude)), .init("longitude", .number(longitude)),
      .init("altitude", .optional(altitude)),
    ])
  }
}
