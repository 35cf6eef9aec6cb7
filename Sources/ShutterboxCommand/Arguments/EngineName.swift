import VisionCost

/// The name of an engine on the command line.
enum EngineName {
  /// The engine that `text` names.
  ///
  /// - Throws: ``UsageError`` with the nearest name, if there is one.
  static func engine(_ text: String, command: String) throws(UsageError) -> VisionEngine {
    if let engine = VisionEngine.named(text) { return engine }
    let suggestion = Suggestion.nearest(to: text, in: VisionEngine.all.map(\.id))
      .map { "; did you mean '\($0)'?" }
    throw UsageError(
      "unknown engine '\(TerminalText.plain(text))'\(suggestion ?? "; 'shutterbox cost --list' names all")",
      command: command)
  }
}
