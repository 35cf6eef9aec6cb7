import Testing

@testable import VisionCost

@Suite("What preparing saves")
struct PictureCostTests {
  private func cost(_ id: String, _ width: Int, _ height: Int, longEdge: Int = 2048) throws -> PictureCost {
    PictureCost(
      of: try #require(PictureSize(width: width, height: height)), longEdge: longEdge,
      engine: try #require(VisionEngine.named(id)))
  }

  @Test("It may save much, nothing, or cost more")
  func tellsEveryCase() throws {
    #expect(try cost("qwen2.5-vl", 4032, 3024).saving == 15_552 - 4015)
    #expect(try cost("gpt-4o", 4032, 3024).saving == 0)
    #expect(try cost("phi-4-multimodal", 4032, 3024).saving == 3393 - 5133)
  }

  @Test("A photo that is refused as it is has no saving, and is taken after preparing")
  func tellsRefusal() throws {
    let cost = try cost("claude-standard", 8064, 6048)
    #expect(cost.before.tokens == nil)
    #expect(cost.before.refusal == .side(limit: 8000))
    #expect(cost.after.tokens == 1564)
    #expect(cost.saving == nil)
  }

  @Test("A copy of 2048 pixels is taken alone and refused among many")
  func tellsTheTrap() throws {
    #expect(
      try cost("claude-high-res", 4032, 3024).refusalAmongMany == .sideAmongMany(limit: 2000, images: 20))
    #expect(try cost("claude-high-res", 4032, 3024, longEdge: 2000).refusalAmongMany == nil)
    #expect(try cost("qwen3-vl", 4032, 3024).refusalAmongMany == nil)
  }
}
