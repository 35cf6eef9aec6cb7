/// A host with a model that looks at pictures, and what a picture costs there.
///
/// The same model costs a different number of tokens at different hosts, so the ``id`` names both where they differ:
/// `qwen3-vl` is the model as its makers configured it, `llama.cpp/qwen3-vl` the same in llama.cpp.
public struct VisionEngine: Sendable, Identifiable {
  /// How sure the numbers are.
  public enum Confidence: String, Sendable, CaseIterable {
    /// The engine's own code was run and compared.
    case run
    /// The rule reproduces documented examples or measured counts.
    case documentedExample = "doc-example"
    /// The source was read, and not run.
    case codeRead = "code-read"
    /// A document says so.
    case stated
  }

  /// What happens to a picture that is larger than the engine looks at.
  public enum AboveLimit: String, Sendable {
    /// The engine makes it smaller, and nobody is told.
    case shrinks
    /// It is refused.
    case refuses
    /// It is cut into tiles, as many as are allowed, and made smaller beyond that.
    case tiles
  }

  /// What the command line calls it.
  public let id: String
  /// What it stands for: models, hosts, dates, settings.
  public let title: String
  /// What it refuses.
  public let limits: EngineLimits
  /// What it does with a picture above its limits.
  public let aboveLimit: AboveLimit
  /// How sure the rule is.
  public let confidence: Confidence
  /// Where the rule is from.
  public let source: String
  /// When the rule was last compared with its source, as `2026-11-30`.
  public let checked = "2026-11-30"
  /// What is not in the number, or when it does not hold.
  public let remark: String?
  let rule: any TokenRule

  init(
    _ id: String, _ title: String, _ rule: any TokenRule, limits: EngineLimits = EngineLimits(),
    above: AboveLimit = .shrinks, _ confidence: Confidence, source: String, remark: String? = nil
  ) {
    self.id = id
    self.title = title
    self.rule = rule
    self.limits = limits
    aboveLimit = above
    self.confidence = confidence
    self.source = source
    self.remark = remark
  }

  /// Every engine: those of one maker together.
  public static let all: [VisionEngine] =
    claude + openAI + gemini + qwen + mlx + ollama + llamaCpp + openWeights

  /// The engine of that ``id``.
  public static func named(_ id: String) -> VisionEngine? { all.first { $0.id == id } }

  /// What a picture costs.
  ///
  /// - Parameters:
  ///   - size: The size of the picture in pixels.
  ///   - byteCount: Of the file, if it is known.
  ///   - format: Of the file, if it is known.
  /// - Returns: `nil` if a picture that is alone in its request is refused; ``EngineLimits`` says why.
  public func reading(of size: PictureSize, byteCount: Int? = nil, format: String? = nil) -> PictureReading? {
    limits.refusal(of: size, byteCount: byteCount, format: format) == nil ? rule.reading(of: size) : nil
  }

  /// Tokens of a picture that is taken, without the markers around it; `nil` if it is refused.
  public func tokens(of size: PictureSize) -> Int? { reading(of: size)?.tokens }
}
