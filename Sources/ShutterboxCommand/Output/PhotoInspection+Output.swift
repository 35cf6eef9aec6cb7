import DurableFiles
import JSONText
import PhotoPipeline

extension PhotoInspection {
  /// The line for scripts.
  func json(_ input: FilePath) -> JSONValue {
    .object(
      [.init("input", .string(input.description)), .init("status", .string("ok"))] + jsonMembers
        + [.init("clean", .bool(isClean))])
  }

  /// The lines for people.
  func text(_ input: FilePath) -> String {
    let rows = self.rows.map { name, value in
      "  " + name + String(repeating: " ", count: 10 - name.count) + TerminalText.plain(value)
    }
    return ([TerminalText.plain(input.description)] + rows).joined(separator: "\n")
  }

  /// What there is to tell, by name. A name has at most 9 letters.
  var rows: [(name: String, value: String)] {
    let turned = orientation.map { ", orientation \($0)" } ?? ""
    let carried = blocks.map { "\($0.kind) \(ByteCountText.text($0.byteCount))" }
    let rows: [(name: String, value: String?)] = [
      ("format", format.rawValue),
      ("bytes", ByteCountText.text(byteCount)),
      ("size", "\(width)x\(height)\(turned)"),
      ("location", location?.text),
      ("taken", takenAt.flatMap(Timestamp.text)),
      ("camera", camera),
      ("color", colorProfile),
      ("carries", isClean ? "nothing but the picture" : carried.joined(separator: ", ")),
    ]
    return rows.compactMap { row in row.value.map { (row.name, $0) } }
  }
}

extension PhotoInspection.Location {
  /// Degrees to a millionth, about 0.1 m on the ground, and whole metres.
  fileprivate var text: String {
    let degrees = [latitude, longitude].map { "\(($0 * 1_000_000).rounded() / 1_000_000)" }
    let height = altitude.map { ", \($0.rounded()) m".replacing(".0 m", with: " m") }
    return degrees.joined(separator: ", ") + (height ?? "")
  }
}
