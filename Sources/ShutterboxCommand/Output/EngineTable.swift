import VisionCost

/// What `cost --list` prints for people.
struct EngineTable {
  let engines: [VisionEngine]

  var lines: [String] {
    PlainTable(columns: [
      .init(title: "ENGINE", cells: engines.map(\.id)),
      .init(title: "SURE BY", cells: engines.map(\.confidence.rawValue)),
      .init(title: "WHAT", cells: engines.map(\.title)),
    ]).lines
  }
}
