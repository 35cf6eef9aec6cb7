import Testing

@testable import VisionCost

@Suite("Limits of engines")
struct EngineLimitsTests {
  private func refusal(
    _ id: String, _ width: Int, _ height: Int, bytes: Int? = nil, format: String? = nil, shares: Bool = false
  ) throws -> PictureRefusal? {
    let engine = try #require(VisionEngine.named(id))
    let size = try #require(PictureSize(width: width, height: height))
    return engine.limits.refusal(of: size, byteCount: bytes, format: format, sharesRequest: shares)
  }

  @Test("A side over 8000 pixels is refused whatever the other is")
  func refusesLongSides() throws {
    #expect(try refusal("claude-standard", 8000, 10) == nil)
    #expect(try refusal("claude-standard", 8001, 10) == .side(limit: 8000))
    #expect(try refusal("claude-high-res", 10, 8001) == .side(limit: 8000))
  }

  @Test("A side over 2000 pixels is refused only where many pictures share a request")
  func refusesAmongMany() throws {
    #expect(try refusal("claude-standard", 2048, 10) == nil)
    #expect(try refusal("claude-standard", 2048, 10, shares: true) == .sideAmongMany(limit: 2000, images: 20))
    #expect(try refusal("claude-standard", 2000, 10, shares: true) == nil)
  }

  @Test("Bytes are counted as base64, four for each three that were begun")
  func countsBase64() throws {
    #expect([0, 1, 2, 3, 4].map(EngineLimits.encodedLength) == [0, 4, 4, 4, 8])
    // 3.75 MB are 5 MB, which the strictest host takes, and not a byte more.
    #expect(try refusal("claude-standard", 100, 100, bytes: 3_750_000, shares: true) == nil)
    #expect(
      try refusal("claude-standard", 100, 100, bytes: 3_750_001, shares: true) == .bytes(limit: 5_000_000))
    #expect(try refusal("claude-standard", 100, 100, bytes: 7_500_000) == nil)
    #expect(try refusal("claude-standard", 100, 100, bytes: 7_500_001) == .bytes(limit: 10_000_000))
  }

  @Test("Slivers are refused by shape, and by their short side where that counts")
  func refusesSlivers() throws {
    #expect(try refusal("qwen2.5-vl", 2000, 10) == nil)
    #expect(try refusal("qwen2.5-vl", 2001, 10) == .ratio(limit: 200))
    #expect(try refusal("qwen2.5-vl", 10, 2001) == .ratio(limit: 200))
    #expect(try refusal("mlx-swift/qwen2.5-vl", 2000, 27) == .smallSide(limit: 28))
    #expect(try refusal("mlx-swift/qwen2.5-vl", 2000, 28) == nil)
  }

  @Test("An engine that does not shrink refuses too many patches")
  func refusesPatches() throws {
    #expect(try refusal("gpt-5.6-original", 4800, 6400) == nil)
    #expect(try refusal("gpt-5.6-original", 4801, 6400) == .patches(limit: 30_000))
  }

  @Test("A format that is not read is refused, one that is not known is not")
  func refusesFormats() throws {
    #expect(try refusal("claude-standard", 100, 100, format: "heic") == .format("heic"))
    #expect(try refusal("gemini-3", 100, 100, format: "heic") == nil)
    #expect(try refusal("qwen3-vl", 100, 100, format: "heic") == nil)
    for engine in VisionEngine.all {
      #expect(engine.limits.formats?.contains("jpeg") != false, "\(engine.id)")
    }
  }
}
