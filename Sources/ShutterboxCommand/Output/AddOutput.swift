import CaptureStorage
import DurableFiles
import JSONText
import Shutterbox

/// What is told about files that were added to an entry.
struct AddOutput {
  /// What the files are called, in the order of the report.
  let inputs: [FilePath]
  let report: AddReport
  /// The entry as it is now; `nil` if there is none.
  let entry: Entry?
  /// What was to be written beside it.
  let text: String?

  /// Prints what was added, and tells what people should know of it.
  func tell(_ console: Console, json isJSON: Bool) -> ExitCode {
    console.print(isJSON ? json.line : linesForPeople.joined(separator: "\n"))
    var code = ExitCode.success
    for (input, outcome) in zip(inputs, report.outcomes) {
      switch outcome {
      case .added(_, carriesLocation: false): break
      case .added(_, carriesLocation: true):
        console.report(
          TerminalText.plain(
            "\(input): this movie says where it was recorded; --movie-location remove takes that out of the copy"
          ))
      case .duplicate: console.report(TerminalText.plain("\(input): is in this entry already"))
      case .failed(let error):
        code = .failure
        console.report(ItemFailure(error, input: input).text(input))
      }
    }
    return code
  }

  /// The object for scripts: the entry, and what became of the files.
  var json: JSONValue {
    .object((entry?.jsonMembers ?? Entry.jsonMembers(ofNone: text)) + outcomeMembers)
  }

  private var outcomeMembers: [JSONValue.Member] {
    var duplicates: [JSONValue] = []
    var failed: [JSONValue] = []
    for (input, outcome) in zip(inputs, report.outcomes) {
      switch outcome {
      case .added: break
      case .duplicate(let media):
        duplicates.append(
          .object([.init("input", .string(input.description)), .init("media", .string(media.text))]))
      case .failed(let error):
        let failure = ItemFailure(error, input: input)
        failed.append(
          .object([
            .init("input", .string(input.description)), .init("code", .string(failure.code)),
            .init("message", .string(failure.message)),
          ]))
      }
    }
    return [
      .init("added", .array(report.added.map(\.json))), .init("duplicates", .array(duplicates)),
      .init("failed", .array(failed)),
    ]
  }

  /// The entry, and a line for each file that it owns now.
  private var linesForPeople: [String] {
    guard let entry else { return ["nothing was added"] }
    var lines = [entry.id.text]
    for (input, outcome) in zip(inputs, report.outcomes) {
      guard case .added(let media, _) = outcome else { continue }
      let facts = [
        "  \(input)", media.kind.rawValue, "\(media.width)x\(media.height)",
        ByteCountText.text(media.byteCount),
        media.removed.isEmpty ? "nothing removed" : "removed: \(media.removed.joined(separator: ", "))",
      ]
      lines.append(TerminalText.plain(facts.joined(separator: "  ")))
    }
    return lines
  }
}

extension Entry {
  /// The members where no entry came to be.
  fileprivate static func jsonMembers(ofNone text: String?) -> [JSONValue.Member] {
    [
      .init("id", .null), .init("text", .optional(text)), .init("state", .null), .init("created_at", .null),
      .init("owned_media", .array([])), .init("media_to_upload", .array([])),
      .init("kept_metadata", .array([])),
    ]
  }
}
