import CaptureStorage
import Inbox
import JSONText
import Shutterbox

/// What is told about a drop that was taken in, or not.
struct IngestOutput {
  let drop: Drop
  let outcome: IngestReport.Outcome
  /// What it became.
  let entry: Entry?

  /// Prints what became of it, and tells what people should know.
  ///
  /// A drop that another process is at is no failure.
  func tell(_ console: Console, json isJSON: Bool) -> ExitCode {
    if isJSON { console.print(json.line) } else if let text { console.print(text) }
    for line in complaints { console.report(TerminalText.plain(line)) }
    switch outcome {
    case .ingested(_, _, let refused): return refused.isEmpty ? .success : .failure
    case .finished, .underWay: return .success
    case .setAside, .failed: return .failure
    }
  }

  private var text: String? {
    switch outcome {
    case .ingested(let entry, let report, _):
      let count = report.added.count
      return "\(entry)  \(count == 1 ? "1 file" : "\(count) files")"
    case .finished(let entry): return "\(entry)  had been taken in before"
    case .setAside, .underWay, .failed: return nil
    }
  }

  private var complaints: [String] {
    switch outcome {
    case .ingested(_, let report, let refused):
      let places = report.outcomes.compactMap { outcome -> String? in
        guard case .added(let media, carriesLocation: true) = outcome else { return nil }
        return "\(media.file): this movie says where it was recorded; configure movie_location to remove that"
      }
      return places + refused.map(complaint)
    case .setAside(let refused): return refused.map(complaint)
    case .finished: return []
    case .underWay: return ["\(drop.id): another process is taking it in"]
    case .failed(let error):
      return ["\(drop.id): stays in the inbox: \(StoreFailure(error, subject: drop.id).text)"]
    }
  }

  private func complaint(_ refused: IngestReport.Refused) -> String {
    "\(refused.name ?? drop.id): \(refused.code.replacing("_", with: " ")): \(refused.reason); "
      + "it lies in inbox/aside/\(drop.id)"
  }

  private var json: JSONValue {
    let members: [JSONValue.Member] = [
      .init("drop", .string(drop.id)), .init("entry", .optional(entry?.id.text)),
    ]
    switch outcome {
    case .ingested(_, let report, let refused):
      return .object(
        members + [.init("status", .string("ok"))] + (entry?.jsonMembers ?? []) + [
          .init("added", .array(report.added.map(\.json))), .init("failed", .array(refused.map(\.json))),
        ])
    case .finished:
      return .object(
        members + [.init("status", .string("ok"))] + (entry?.jsonMembers ?? []) + [
          .init("added", .array([])), .init("failed", .array([])),
        ])
    case .setAside(let refused):
      return .object(
        members + [.init("status", .string("aside")), .init("failed", .array(refused.map(\.json)))])
    case .underWay:
      return .object(members + [.init("status", .string("under_way"))])
    case .failed(let error):
      let failure = StoreFailure(error, subject: drop.id)
      return .object(
        members + [
          .init("status", .string("error")), .init("code", .string(failure.code)),
          .init("message", .string("\(failure.subject): \(failure.message)")),
        ])
    }
  }
}

extension IngestReport.Refused {
  fileprivate var json: JSONValue {
    .object([
      .init("input", .optional(name)), .init("code", .string(code)), .init("message", .string(reason)),
    ])
  }
}
