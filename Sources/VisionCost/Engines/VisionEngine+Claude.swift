extension VisionEngine {
  /// Claude: patches of 28 pixels.
  static let claude: [VisionEngine] = [
    VisionEngine(
      "claude-high-res", "Claude 4.7 and later: Opus 4.7 and 4.8, Mythos 5",
      PatchBudget(cell: 28, maximumEdge: 2576, maximumTokens: 4784),
      limits: .claude, .documentedExample,
      source: "platform.claude.com/docs/en/build-with-claude/vision and vision-coordinates (2026-08-07)",
      remark: "3 to 4 tokens more were measured for each picture"),
    VisionEngine(
      "claude-standard", "all other Claude models, such as Haiku 4.5 and Sonnet 4.6",
      PatchBudget(cell: 28, maximumEdge: 1568, maximumTokens: 1568),
      limits: .claude, .documentedExample,
      source: "platform.claude.com/docs/en/build-with-claude/vision and vision-coordinates (2026-08-07)"),
    VisionEngine(
      "claude-legacy", "Claude as documented before 2026, an estimate",
      AreaTokens(divisor: 750, longEdge: 1568, maximumTokens: 1600),
      limits: .claude, .stated,
      source: "docs.anthropic.com/en/docs/vision (before 2026)",
      remark: "superseded"),
  ]
}
