extension VisionEngine {
  /// llama.cpp, and Ollama since 2026-05-29, which runs it. It caps Qwen-VL at 4096 tokens unless
  /// `--image-max-tokens` says more.
  static let llamaCpp: [VisionEngine] = [
    VisionEngine(
      "llama.cpp/qwen2.5-vl", "Qwen2-VL, Qwen2.5-VL and GLM-4.1V in llama.cpp",
      SmartResize(cell: 28, pixels: 6_272...3_211_264, rounding: .awayFromZero),
      limits: .llamaCpp, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd",
      remark: "--image-max-tokens lifts the cap"),
    VisionEngine(
      "llama.cpp/qwen3-vl", "Qwen3-VL and 3.5 in llama.cpp",
      SmartResize(cell: 32, pixels: 8_192...4_194_304, rounding: .awayFromZero),
      limits: .llamaCpp, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd",
      remark: "--image-max-tokens lifts the cap"),
    VisionEngine(
      "llama.cpp/qwen3-vl-16384", "Qwen3-VL in llama.cpp with --image-max-tokens 16384",
      SmartResize(cell: 32, pixels: 8_192...16_777_216, rounding: .awayFromZero),
      limits: .llamaCpp, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd"),
    VisionEngine(
      "llama.cpp/gemma-3", "Gemma 3 in llama.cpp",
      FixedTokens(tokens: 256, side: 896),
      limits: .llamaCpp, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd"),
    VisionEngine(
      "llama.cpp/gemma-4", "Gemma 4 in llama.cpp",
      SmartResize(cell: 48, pixels: 161_280...2_580_480, rounding: .awayFromZero),
      limits: .llamaCpp, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd"),
    VisionEngine(
      "llama.cpp/pixtral", "Pixtral 12B in llama.cpp",
      RowBreaksByArea(resize: SmartResize(cell: 16, pixels: 2_048...262_144, rounding: .awayFromZero)),
      limits: .llamaCpp, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd"),
    VisionEngine(
      "llama.cpp/mistral-small-3.1", "Mistral Small 3.1 and 3.2 in llama.cpp",
      RowBreaksByArea(resize: SmartResize(cell: 28, pixels: 6_272...802_816, rounding: .awayFromZero)),
      limits: .llamaCpp, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd"),
    VisionEngine(
      "llama.cpp/smolvlm-500m", "SmolVLM 256M and 500M in llama.cpp",
      IdeficsSplit(longEdge: 2048, tile: 512, sequence: 64),
      limits: .llamaCpp, above: .tiles, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd",
      remark: "old GGUF files without preproc_image_size have no upper bound"),
    VisionEngine(
      "llama.cpp/internvl3", "InternVL 2, 2.5 and 3 in llama.cpp",
      KeptTiles(tile: 448, grids: TileGrid.bySize(upTo: 12), tokensPerTile: 256),
      limits: .llamaCpp, above: .tiles, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd"),
    VisionEngine(
      "llama.cpp/llama-4", "Llama 4 in llama.cpp",
      KeptTiles(tile: 336, grids: TileGrid.square(of: 3), tokensPerTile: 144),
      limits: .llamaCpp, above: .tiles, .run,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd"),
  ]
}
