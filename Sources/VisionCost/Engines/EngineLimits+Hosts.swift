extension EngineLimits {
  /// Nothing but memory and the length of the context.
  static var none: Self { Self() }

  /// The API of Anthropic, and Bedrock and Google Cloud where they are stricter. Base64 counts, so 10 MB are a file of 7.5.
  static var claude: Self {
    var limits = Self()
    limits.side = 8000
    limits.sideAmongMany = (side: 2000, images: 20)
    limits.encodedBytes = 10_000_000
    limits.strictestEncodedBytes = 5_000_000
    limits.requestBytes = 32_000_000
    limits.formats = ["jpeg", "png", "gif", "webp"]
    return limits
  }

  /// As documented in 2026; 2025 it was 50 MB and 500 pictures, which is what a copy that must fit anywhere keeps to.
  static var openAI: Self {
    var limits = Self()
    limits.requestBytes = 512_000_000
    limits.encodedBytes = 512_000_000
    limits.strictestEncodedBytes = 50_000_000
    limits.images = 1500
    limits.formats = ["jpeg", "png", "gif", "webp"]
    return limits
  }

  /// Pictures are not shrunk but refused.
  static var openAIPatches: Self {
    var limits = openAI
    limits.patches = 30_000
    return limits
  }

  /// The Gemini API; Vertex AI takes 7 MB inline.
  static var gemini: Self {
    var limits = Self()
    limits.requestBytes = 20_000_000
    limits.encodedBytes = 20_000_000
    limits.strictestEncodedBytes = 7_000_000
    limits.images = 3600
    limits.formats = ["jpeg", "png", "webp", "heic", "heif"]
    return limits
  }

  /// `smart_resize`: "absolute aspect ratio must be smaller than 200".
  static var qwen: Self {
    var limits = Self()
    limits.ratio = 200
    return limits
  }

  /// mlx-swift-lm refuses a side below a cell of Qwen2-VL.
  static var mlx: Self {
    var limits = qwen
    limits.smallestSide = 28
    return limits
  }

  /// What its own decoder reads, without the FFmpeg that it may find.
  static var llamaCpp: Self {
    var limits = Self()
    limits.formats = ["jpeg", "png", "gif"]
    return limits
  }
}
