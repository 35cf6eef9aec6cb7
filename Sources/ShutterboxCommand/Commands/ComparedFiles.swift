import DurableFiles
import JSONText
import PhotoPipeline

/// Two files and what is told about them together.
struct ComparedFiles {
  /// One of the files, opened and looked at.
  private struct Side {
    let input: FilePath
    let source: any ByteSource
    let inspection: PhotoInspection

    init(_ input: FilePath) throws(ItemFailure) {
      self.input = input
      do {
        source = try InputItem(
          path: input, content: input.isStandardStream ? .standardInput : .file
        ).open()
        inspection = try PhotoInspection(source: source)
      } catch {
        throw ItemFailure(error, input: input)
      }
    }
  }

  private let inputs: [FilePath]
  private let sides: [Result<Side, ItemFailure>]

  init(_ a: FilePath, _ b: FilePath) {
    inputs = [a, b]
    sides = inputs.map { input in Result { () throws(ItemFailure) in try Side(input) } }
  }

  /// Prints the comparison and tells what failed.
  func tell(_ console: Console, json: Bool) -> ExitCode {
    var failures: [(input: FilePath, failure: ItemFailure)] = []
    for (input, side) in zip(inputs, sides) {
      if case .failure(let failure) = side { failures.append((input, failure)) }
    }
    var psnr: Double?
    if case (.success(let a), .success(let b)) = (sides[0], sides[1]) {
      do {
        psnr = try PhotoComparison.psnr(a.source, b.source)
      } catch PhotoPreparer.Error.unsupported(let file, let reason) {
        // Such a file has no pixels to compare, which is all that was asked about them.
        console.report(TerminalText.plain("\(file): no PSNR: \(reason)"))
      } catch {
        let file = (error as? PhotoPreparer.Error)?.file
        let input = inputs.first { $0.description == file } ?? inputs[0]
        failures.append((input, ItemFailure(error, input: input)))
      }
      if !json { console.print(Self.text(a, b, psnr: psnr)) }
    }
    if json { console.print(self.json(psnr: psnr).line) }
    for (input, failure) in failures { console.report(failure.text(input)) }
    return failures.isEmpty ? .success : .failure
  }

  private func json(psnr: Double?) -> JSONValue {
    let objects = zip(inputs, sides).map { input, side in
      switch side {
      case .success(let side): side.inspection.json(input)
      case .failure(let failure): failure.json(input)
      }
    }
    return .object([
      .init("a", objects[0]),
      .init("b", objects[1]),
      .init("psnr", .optional(psnr)),
      .init("only_in_a", .array(kinds(in: 0, butNotIn: 1))),
      .init("only_in_b", .array(kinds(in: 1, butNotIn: 0))),
    ])
  }

  /// Empty if a file could not be read, since nothing is known then.
  private func kinds(in one: Int, butNotIn other: Int) -> [JSONValue] {
    guard case (.success(let one), .success(let other)) = (sides[one], sides[other]) else { return [] }
    return one.inspection.kinds.filter { !other.inspection.kinds.contains($0) }
      .map { .string($0.description) }
  }

  /// A table with a row for everything that is known of either file.
  private static func text(_ a: Side, _ b: Side, psnr: Double?) -> String {
    let left = table(a)
    let right = table(b)
    let width = left.values.map(\.count).max() ?? 0
    var lines = names.compactMap { name -> String? in
      guard left[name] != nil || right[name] != nil else { return nil }
      let (a, b) = (left[name] ?? "-", right[name] ?? "-")
      return padded(name, 12) + padded(a, width + 2) + b
    }
    lines.append(padded("psnr", 12) + (psnr.map(decibels) ?? "-"))
    return lines.joined(separator: "\n")
  }

  private static let names = [
    "file", "format", "bytes", "size", "location", "taken", "camera", "color", "carries",
  ]

  private static func table(_ side: Side) -> [String: String] {
    let inspection = side.inspection
    var values = Dictionary(inspection.rows.map { ($0.name, $0.value) }) { first, _ in first }
    values["file"] = side.input.description
    if !inspection.isClean {
      values["carries"] = inspection.kinds.map(\.description).joined(separator: ", ")
    }
    return values.mapValues(TerminalText.plain)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// With one decimal, such as `41.3 dB`.
  private static func decibels(_ psnr: Double) -> String {
    if psnr >= PhotoComparison.identical { return "the same pixels" }
    return "\((psnr * 10).rounded() / 10) dB"
  }
}
