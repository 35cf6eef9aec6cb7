extension VisionEngine {
  /// Qwen-VL in mlx-swift-lm, which rounds as Swift does.
  static let mlx: [VisionEngine] = [
    VisionEngine(
      "mlx-swift/qwen2.5-vl", "Qwen2-VL and Qwen2.5-VL in mlx-swift-lm since 2026-06-09",
      SmartResize(cell: 28, pixels: 3_136...1_003_520, rounding: .awayFromZero),
      limits: .mlx, .run,
      source: "mlx-swift-lm 1441444 (2026-08-22), QwenVL.swift",
      remark: "UserInput.Processing.maxPixels lifts the cap"),
    VisionEngine(
      "mlx-swift/qwen3-vl", "Qwen3-VL and 3.5 in mlx-swift-lm since 2026-07-15",
      SmartResize(cell: 32, pixels: 65_536...1_310_720, rounding: .awayFromZero),
      limits: .qwen, .run,
      source: "mlx-swift-lm 1441444 (2026-08-22), QwenVL.swift",
      remark: "UserInput.Processing.maxPixels lifts the cap"),
    VisionEngine(
      "mlx-swift/qwen3-vl-uncapped", "Qwen3-VL and 3.5 in mlx-swift-lm before 2026-07-15",
      SmartResize(cell: 32, pixels: 65_536...16_777_216, rounding: .awayFromZero),
      limits: .qwen, .run,
      source: "mlx-swift-lm 93d46d8, QwenVL.swift"),
  ]
}
