extension VisionEngine {
  /// Qwen-VL in the Go engine that Ollama had until 2026-05-29. Since then it runs llama.cpp, and its MLX
  /// runner.
  static let ollama: [VisionEngine] = [
    VisionEngine(
      "ollama-go/qwen3-vl", "Qwen3-VL in the Go engine of Ollama, 2025-10 to 2026-05-29",
      SmartResize(cell: 32, pixels: 65_536...2_097_152, rounding: .toEven),
      .codeRead,
      source: "ollama 043e990, qwen3vl/imageprocessor.go"),
    VisionEngine(
      "ollama-go/qwen2.5-vl", "Qwen2.5-VL in the Go engine of Ollama, 2025-05 to 2026-05-29",
      SmartResize(cell: 28, pixels: 3_136...2_097_152, rounding: .toEven),
      .codeRead,
      source: "ollama 057c32c, qwen25vl/process_image.go"),
  ]
}
