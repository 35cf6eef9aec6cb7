import DurableFiles
import JSONText
import PhotoPipeline
import VisionCost

/// `shutterbox cost`: tells what a photo costs a vision engine, before and after preparing.
enum CostCommand: Command {
  struct Values: Sendable {
    var engines: [String] = []
    /// `nil` for what is configured.
    var longEdge: Int?
    var lists = false
    var json = false
    var operands: [Argument] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "cost",
      summary: "tell what a photo costs a vision engine, before and after preparing",
      discussion: [
        """
        The tokens of a picture follow from its size, by a rule that each engine has. They are reckoned \
        here; nothing is sent and nothing is decoded. The same model costs differently at different \
        hosts, so a NAME says both where it matters: 'llama.cpp/qwen3-vl'.
        """,
        """
        Engines are listed by what preparing saves, also those where it saves nothing or costs more. 'AS IS' \
        is the long edge at which the engine looks at every pixel: it makes a larger picture smaller itself.
        """,
        """
        A FILE that is a folder stands for the photos in it and below it. '-' is standard input. WxH, such as \
        4032x3024, is a size in pixels of an upright picture; './4032x3024' is a file of that name.
        """,
      ],
      options: [
        .repeated(
          "engine", "NAME", .text, help: "Only this engine; may be given several times."
        ) { $0.engines.append($1) },
        .value(
          "long-edge", "N", .longEdge,
          help: "The longest side of the prepared photo in pixels, 16 to 16384; 2048 by default."
        ) { $0.longEdge = $1 },
        .flag("list", help: "List the engines, and how sure their rules are.") { $0.lists = true },
        .flag("json", help: "Print one JSON object per photo and engine.") { $0.json = true },
      ],
      operands: .init(placeholder: "FILE|WxH...", count: 0...Int.max) { $0.operands = $1 },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    var engines: [VisionEngine] = []
    for text in values.engines {
      let engine = try EngineName.engine(text, command: name)
      if !engines.contains(where: { $0.id == engine.id }) { engines.append(engine) }
    }
    if engines.isEmpty { engines = VisionEngine.all }
    if values.lists {
      guard values.operands.isEmpty else {
        throw UsageError("--list takes no photos", command: name)
      }
      for line in values.json ? engines.map(\.json.line) : EngineTable(engines: engines).lines {
        session.console.print(line)
      }
      return .success
    }
    if values.operands.isEmpty { throw UsageError("FILE|WxH... is missing", command: name) }
    let inputs = try inputs(values.operands)
    let settings: PhotoSettings
    do throws(ConfigurationError) {
      settings = try PhotoSettings(
        longEdge: values.longEdge, quality: nil, configuration: session.configuration)
    } catch {
      session.console.report(error.text)
      return .failure
    }
    return tell(inputs, engines, longEdge: settings.longEdge, json: values.json, session.console)
  }

  /// What the operands stand for.
  private static func inputs(_ operands: [Argument]) throws(UsageError) -> [CostInput] {
    try operands.map { FilePath(bytes: $0.bytes) }.checkStandardInput(command: name)
    let list = InputList(walk: FolderWalk(isWanted: FormatSniffer.isPhoto, skipped: nil))
    var inputs: [CostInput] = []
    for operand in operands {
      switch try CostInput.size(operand, command: name) {
      case let size?: inputs.append(.size(size))
      case nil: inputs += list.items([FilePath(bytes: operand.bytes)]).map(CostInput.item)
      }
    }
    return inputs
  }

  private static func tell(
    _ inputs: [CostInput], _ engines: [VisionEngine], longEdge: Int, json: Bool, _ console: Console
  ) -> ExitCode {
    var hasFailed = false
    var isFirst = true
    for input in inputs {
      do {
        let photo = try input.photo()
        let costs = engines.map { photo.cost($0, longEdge: longEdge) }
        if json {
          for cost in costs { console.print(cost.json(input.path).line) }
        } else {
          if !isFirst { console.print("") }
          for line in CostTable(input: input.path, costs: costs).lines { console.print(line) }
        }
        isFirst = false
      } catch {
        hasFailed = true
        let failure = ItemFailure(error, input: input.path)
        if json { console.print(failure.json(input.path).line) }
        console.report(failure.text(input.path))
      }
    }
    return hasFailed ? .failure : .success
  }
}
