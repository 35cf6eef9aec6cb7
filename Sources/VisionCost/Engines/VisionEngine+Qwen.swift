extension VisionEngine {
  /// Qwen-VL as its makers configured it, in transformers, vLLM, SGLang and mlx-vlm.
  static let qwen: [VisionEngine] = [
    VisionEngine(
      "qwen2.5-vl", "Qwen2-VL and Qwen2.5-VL in transformers, vLLM, SGLang and mlx-vlm",
      SmartResize(cell: 28, pixels: 3_136...12_845_056, rounding: .toEven),
      limits: .qwen, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21); mlx-vlm 0.7.10"),
    VisionEngine(
      "qwen2-vl-transformers-default", "Qwen2-VL in transformers without a configuration of the model",
      SmartResize(cell: 28, pixels: 3_136...1_003_520, rounding: .toEven),
      limits: .qwen, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21)"),
    VisionEngine(
      "qwen3-vl", "Qwen3-VL, 3.5 and 3.6 in transformers, vLLM, SGLang, mlx-vlm and the MLX runner of Ollama",
      SmartResize(cell: 32, pixels: 65_536...16_777_216, rounding: .toEven),
      limits: .qwen, .run,
      source: "transformers 5.24.0 (PyPI, 2026-11-21); ollama fb30760 (2026-08-21)"),
  ]
}
