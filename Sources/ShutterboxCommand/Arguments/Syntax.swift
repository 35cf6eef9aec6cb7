import PhotoPipeline

/// What a command takes, declared once: the parser reads it and the help is printed from it.
struct Syntax<Values: Sendable>: Sendable {
  /// The name of the command.
  let name: String
  /// One line for the list of commands, starting in lower case and without a full stop.
  let summary: String
  /// The paragraphs of the help. They are wrapped when printed.
  let discussion: [String]
  let options: [Option]
  let operands: Operands
  /// The values where nothing is given.
  let defaults: Values

  /// The arguments that belong to no option.
  struct Operands: Sendable {
    /// As it appears in the usage line, such as `FILE...`.
    let placeholder: String
    let count: ClosedRange<Int>
    /// What each of them is, such as `a name of a file`.
    let noun: String
    let store: @Sendable (inout Values, [Argument]) -> Void

    init(
      placeholder: String, count: ClosedRange<Int>, noun: String = "a name of a file",
      store: @escaping @Sendable (inout Values, [Argument]) -> Void
    ) {
      self.placeholder = placeholder
      self.count = count
      self.noun = noun
      self.store = store
    }

    /// No operands at all.
    static func none() -> Self { Self(placeholder: "", count: 0...0) { _, _ in } }
  }
}
