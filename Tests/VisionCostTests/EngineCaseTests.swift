import Testing

@testable import VisionCost

@Suite("Known counts")
struct EngineCaseTests {
  @Test("Every engine counts what its own code or its documents count", arguments: EngineCases.all)
  func countsAsKnown(engine id: String, tokens: [Int?]) throws {
    let engine = try #require(VisionEngine.named(id))
    for (size, expected) in zip(EngineCases.sizes, tokens) {
      #expect(engine.tokens(of: size) == expected, "\(id) at \(size)")
    }
  }

  @Test("Every engine has cases, and every id is one engine's alone")
  func coversAll() {
    let ids = VisionEngine.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids) == Set(EngineCases.all.map(\.engine)))
    #expect(EngineCases.all.allSatisfy { $0.tokens.count == EngineCases.sizes.count })
  }
}
