import PhotoFixtures
import Testing

@testable import VisionCost

/// Counts that the documents of the engines name, and properties that hold for every size.
@Suite("Token rules")
struct RuleTests {
  static let documented: [(engine: String, width: Int, height: Int, tokens: Int)] = [
    ("claude-high-res", 1920, 1080, 2691), ("claude-standard", 1920, 1080, 1560),
    ("claude-high-res", 3840, 2160, 4784), ("claude-standard", 3840, 2160, 1560),
    ("claude-high-res", 2000, 1500, 3888), ("claude-standard", 2000, 1500, 1564),
    ("gpt-4o", 1024, 1024, 765), ("gpt-4o", 2048, 4096, 1105),
    ("gpt-5.4", 1024, 1024, 1229), ("gpt-5.4", 2048, 2048, 3000),
    ("gemini-2", 960, 540, 1548), ("gemini-2", 384, 384, 258),
    ("gemini-3", 1000, 1000, 1089), ("gemini-3", 1920, 1080, 1100),
    ("llava-1.6", 1024, 1024, 2928), ("qwen3-vl", 4224, 3168, 13_068), ("qwen2.5-vl", 3888, 2592, 12_927),
    ("ollama-go/qwen3-vl", 4032, 3024, 2028),
  ]

  @Test("Documented examples are reproduced", arguments: documented)
  func reproducesDocuments(engine id: String, width: Int, height: Int, tokens: Int) throws {
    let engine = try #require(VisionEngine.named(id))
    let size = try #require(PictureSize(width: width, height: height))
    #expect(engine.tokens(of: size) == tokens)
  }

  @Test("Halves are rounded to even by Python and away from zero by Swift and C++")
  func roundsAsTheEngine() throws {
    // 3024 / 32 = 94.5.
    #expect(TieRounding.toEven(94.5) == 94)
    #expect(TieRounding.awayFromZero(94.5) == 95)
    let size = try #require(PictureSize(width: 4032, height: 3024))
    #expect(VisionEngine.named("qwen3-vl")?.tokens(of: size) == 126 * 94)
    #expect(VisionEngine.named("llama.cpp/qwen3-vl-16384")?.tokens(of: size) == 126 * 95)
  }

  @Test("A sliver is enlarged by Python and keeps one cell in C++")
  func countsSlivers() throws {
    let size = try #require(PictureSize(width: 2000, height: 13))
    #expect(VisionEngine.named("qwen2.5-vl")?.tokens(of: size) == 25)
    #expect(VisionEngine.named("llama.cpp/qwen2.5-vl")?.tokens(of: size) == 71)
  }

  @Test("Every rule answers for every size, with at least one token", arguments: VisionEngine.all.map(\.id))
  func answersAlways(id: String) throws {
    let engine = try #require(VisionEngine.named(id))
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let edges = [1, 2, 13, 14, 27, 28, 31, 32, 48, 336, 384, 448, 2048, 65_535, PictureSize.maximumSide]
    let corners = edges.flatMap { width in edges.map { (width, $0) } }
    let others = (0..<300).map { _ in
      (Int.random(in: 1...9000, using: &random), Int.random(in: 1...9000, using: &random))
    }
    for (width, height) in corners + others {
      let size = PictureSize(clamping: width, height)
      #expect(engine.rule.reading(of: size).tokens > 0, "\(id) at \(size), seed \(seed)")
    }
  }
}
