import DurableFiles
import VisionCost

/// What `cost` prints for people about one photo: an engine a line, by what preparing saves.
struct CostTable {
  let input: FilePath
  let costs: [PictureCost]

  var lines: [String] {
    guard let first = costs.first else { return [] }
    let sorted = sorted
    let title = "\(TerminalText.plain(input.description))  \(first.before.size) -> \(first.after.size)"
    return [title]
      + PlainTable(columns: [
        .init(title: "ENGINE", cells: sorted.map(\.engine.id)),
        .init(title: "BEFORE", isNumber: true, cells: sorted.map(\.before.text)),
        .init(title: "AFTER", isNumber: true, cells: sorted.map(\.after.text)),
        .init(title: "SAVED", isNumber: true, cells: sorted.map { $0.saving.map(String.init) ?? "-" }),
        .init(
          title: "AS IS", isNumber: true, cells: sorted.map { $0.losslessLongEdge.map(String.init) ?? "-" }),
        .init(title: "", cells: sorted.map(\.note)),
      ]).lines
  }

  /// First what is taken only after preparing, then by saving, last what is refused even then. Equal ones keep the
  /// order of the list.
  private var sorted: [PictureCost] {
    costs.enumerated().sorted { a, b in
      let (left, right) = (a.element.rank, b.element.rank)
      return left == right ? a.offset < b.offset : left > right
    }.map(\.element)
  }
}

extension PictureCost.Side {
  /// The tokens, or that there are none.
  fileprivate var text: String { tokens.map(String.init) ?? "refused" }
}

extension PictureCost {
  fileprivate var rank: Int {
    if let saving { return saving }
    return after.isAccepted ? Int.max : Int.min
  }

  /// What the numbers do not say.
  fileprivate var note: String {
    if let refusal = after.refusal { return "\(refusal)" }
    if let refusal = before.refusal { return "as it is, \(refusal)" }
    var parts: [String] = []
    if let saving, saving < 0 { parts.append("costs more") }
    if saving == 0 { parts.append(before.size == after.size ? "already small" : "saves nothing") }
    if case .sideAmongMany(let limit, let images) = refusalAmongMany {
      parts.append("over \(limit) pixels is refused with more than \(images) pictures in a request")
    }
    return parts.joined(separator: "; ")
  }
}
