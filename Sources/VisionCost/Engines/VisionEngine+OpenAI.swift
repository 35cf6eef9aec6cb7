extension VisionEngine {
  /// OpenAI: tiles of 512 pixels, later patches of 32. The rule of a model changed between versions of
  /// the documents.
  static let openAI: [VisionEngine] = [
    VisionEngine(
      "gpt-4o", "GPT-4o and GPT-4.1, detail high or auto",
      OpenAITiles(base: 85, tile: 170),
      limits: .openAI, above: .tiles, .documentedExample,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)"),
    VisionEngine(
      "gpt-4o-mini", "GPT-4o mini, detail high or auto",
      OpenAITiles(base: 2833, tile: 5667),
      limits: .openAI, above: .tiles, .stated,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)"),
    VisionEngine(
      "gpt-5", "GPT-5 and GPT-5.1, detail high or auto",
      OpenAITiles(base: 70, tile: 140),
      limits: .openAI, above: .tiles, .stated,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)"),
    VisionEngine(
      "o3", "o1, o1-pro and o3",
      OpenAITiles(base: 75, tile: 150),
      limits: .openAI, above: .tiles, .stated,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)"),
    VisionEngine(
      "gpt-4.1-mini-2025", "GPT-4.1 mini by the documents of 2025",
      OpenAIPatches(budget: 1536, hundredths: 162),
      limits: .openAI, .stated,
      source: "platform.openai.com/docs/guides/images-vision (2025)"),
    VisionEngine(
      "gpt-4.1-nano-2025", "GPT-4.1 nano by the documents of 2025",
      OpenAIPatches(budget: 1536, hundredths: 246),
      limits: .openAI, .stated,
      source: "platform.openai.com/docs/guides/images-vision (2025)"),
    VisionEngine(
      "o4-mini-2025", "o4-mini by the documents of 2025",
      OpenAIPatches(budget: 1536, hundredths: 172),
      limits: .openAI, .stated,
      source: "platform.openai.com/docs/guides/images-vision (2025)"),
    VisionEngine(
      "gpt-4.1-mini", "GPT-4.1 mini by the documents of 2026",
      OpenAIPatches(longEdge: 2048, budget: 6144, hundredths: 162),
      limits: .openAI, .stated,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)",
      remark: "may differ by 1"),
    VisionEngine(
      "gpt-5.2", "GPT-5.2, any detail",
      OpenAIPatches(longEdge: 2048, budget: 6144, hundredths: 120),
      limits: .openAI, .stated,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)",
      remark: "may differ by 1"),
    VisionEngine(
      "gpt-5.4", "GPT-5.4, mini and nano, detail high or auto; GPT-5.5 and 5.6, detail high",
      OpenAIPatches(longEdge: 2048, budget: 2500, hundredths: 120),
      limits: .openAI, .documentedExample,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)",
      remark: "may differ by 1"),
    VisionEngine(
      "gpt-5.5-original", "GPT-5.4, detail original; GPT-5.5, detail original or auto, the default",
      OpenAIPatches(longEdge: 6000, budget: 10_000, hundredths: 120),
      limits: .openAI, .stated,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)",
      remark: "may differ by 1"),
    VisionEngine(
      "gpt-5.6-original", "GPT-5.6 and GPT-6 Astra, detail original or auto, the default",
      OpenAIPatches(longEdge: 65_535, hundredths: 120),
      limits: .openAIPatches, above: .refuses, .stated,
      source: "developers.openai.com/api/docs/guides/images-vision (mid-2026)"),
  ]
}
