extension VisionEngine {
  /// Models with open weights as their makers configured them, mostly in transformers.
  static let openWeights: [VisionEngine] = [
    VisionEngine(
      "llava-1.5", "LLaVA-1.5 in transformers and llama.cpp",
      FixedTokens(tokens: 576, side: 336),
      .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "llava-1.6", "LLaVA-1.6, or LLaVA-NeXT, with CLIP of 336 pixels",
      PinpointTiles(tile: 336, patches: 24, grids: TileGrid.llava),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)",
      remark: "llama.cpp does not take the padding out: 2880"),
    VisionEngine(
      "llama-3.2-vision", "Llama 3.2 Vision",
      CanvasTiles(tile: 560, maximumTiles: 4, price: .perTile(1601)),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)",
      remark: "states of cross-attention; the prompt grows by one token"),
    VisionEngine(
      "llama-4", "Llama 4 Scout and Maverick",
      CanvasTiles(tile: 336, maximumTiles: 16, price: .withSeparators(144)),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "gemma-3", "Gemma 3",
      FixedTokens(tokens: 256, side: 896),
      .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)",
      remark: "pan and scan, off by default, adds views"),
    VisionEngine(
      "gemma-4", "Gemma 4 with 280 tokens, the default",
      BudgetGrid(cell: 48, maximumTokens: 280),
      .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "pixtral", "Pixtral 12B",
      RowBreaks(cell: 16, longEdge: 1024),
      .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "mistral-small-3.1", "Mistral Small 3.1 and 3.2, Medium 3",
      RowBreaks(cell: 28, longEdge: 1540),
      .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "idefics3", "Idefics3 8B",
      IdeficsSplit(longEdge: 1456, tile: 364, sequence: 169),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "smolvlm-2.2b", "SmolVLM and SmolVLM2 2.2B",
      IdeficsSplit(longEdge: 1536, tile: 384, sequence: 81),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "smolvlm-500m", "SmolVLM and SmolVLM2 256M and 500M",
      IdeficsSplit(longEdge: 2048, tile: 512, sequence: 64),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "internvl3", "InternVL 2, 2.5 and 3",
      InternTiles(tile: 448, maximumTiles: 12, tokensPerTile: 256),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "minicpm-v", "MiniCPM-V 2.6, 4.0 and 4.5",
      SliceGrid(slice: 448, maximumSlices: 9, tokensPerView: 64),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "deepseek-vl2", "DeepSeek-VL2",
      CandidateTiles(tile: 384, patches: 14, grids: TileGrid.deepSeek),
      above: .tiles, .run,
      source: "DeepSeek-VL2 ef9f91e, processing_deepseek_vl_v2.py",
      remark: "421 each where more than two pictures share a request"),
    VisionEngine(
      "phi-4-multimodal", "Phi-4 multimodal",
      CropMask(tile: 448, maximumCrops: 36),
      above: .tiles, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "glm-4.1v", "GLM-4.1V, GLM-4.5V and GLM-OCR",
      SmartResize(cell: 28, pixels: 12_544...9_633_792, rounding: .toEven, frames: 2, enlargesSlivers: true),
      limits: .qwen, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "kimi-k2.5", "Kimi K2.5",
      PackedPatches(maximumPatches: 16_384, maximumPatchesPerSide: 512),
      .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "dots.ocr", "dots.ocr",
      SmartResize(cell: 28, pixels: 3_136...11_289_600, rounding: .toEven),
      .stated,
      source: "llama.cpp 0c1e57098 (2026-10-01), tools/mtmd",
      remark: "llama.cpp rounds halves away from zero"),
  ]
}
