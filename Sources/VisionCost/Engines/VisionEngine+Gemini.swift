extension VisionEngine {
  /// Gemini: a grid of its budget, earlier crops. The grid of Gemini 3 is inferred.
  static let gemini: [VisionEngine] = [
    VisionEngine(
      "gemini-3", "Gemini 3, media_resolution high or unspecified",
      BudgetGrid(cell: 48, maximumTokens: 1120),
      limits: .gemini, .documentedExample,
      source: "ai.google.dev/gemini-api/docs/media-resolution and image-understanding",
      remark: "1 more was measured"),
    VisionEngine(
      "gemini-3-low", "Gemini 3, media_resolution low",
      BudgetGrid(cell: 48, maximumTokens: 280),
      limits: .gemini, .stated,
      source: "ai.google.dev/gemini-api/docs/media-resolution and image-understanding"),
    VisionEngine(
      "gemini-3-ultra-high", "Gemini 3, media_resolution ultra_high",
      BudgetGrid(cell: 48, maximumTokens: 2240),
      limits: .gemini, .stated,
      source: "ai.google.dev/gemini-api/docs/media-resolution and image-understanding"),
    VisionEngine(
      "gemini-2", "Gemini 2, in the words of the Gemini API",
      GeminiTiles(isVertex: false),
      limits: .gemini, above: .tiles, .documentedExample,
      source: "ai.google.dev/gemini-api/docs/media-resolution and image-understanding",
      remark: "the two documents of Google disagree above 1152 pixels on the short side"),
    VisionEngine(
      "gemini-1.5-vertex", "Gemini 1.5 and 2.0, in the words of Vertex AI",
      GeminiTiles(isVertex: true),
      limits: .gemini, above: .tiles, .stated,
      source: "Vertex AI image understanding and Firebase AI Logic (2025)",
      remark: "the two documents of Google disagree above 1152 pixels on the short side"),
  ]
}
