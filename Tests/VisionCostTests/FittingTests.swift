import Foundation
import PhotoFixtures
import PhotoPipeline
import Testing

@testable import VisionCost

@Suite("The size that an engine takes as it is")
struct FittingTests {
  private func longEdge(_ id: String, _ width: Int, _ height: Int, ceiling: Int = 16384) throws -> Int {
    let engine = try #require(VisionEngine.named(id))
    return try engine.losslessSize(
      of: #require(PictureSize(width: width, height: height)), ceiling: ceiling
    ).longEdge
  }

  @Test("It is the largest that is not shrunk, and never above the ceiling")
  func findsLargest() throws {
    #expect(try longEdge("qwen2.5-vl", 4032, 3024) == 4032)
    #expect(try longEdge("qwen2.5-vl", 4032, 3024, ceiling: 2048) == 2048)
    #expect(try longEdge("gpt-4o", 4032, 3024) == 1024)
    #expect(try longEdge("pixtral", 3024, 4032) == 1024)
    #expect(try longEdge("pixtral", 640, 480) == 640)
  }

  @Test("The limit for many pictures in a request holds although the engine could see more")
  func keepsToTheSmallerLimit() throws {
    #expect(try longEdge("claude-high-res", 4032, 3024) == 2000)
    // Alone it may be 2212 pixels, at the cost of the original.
    let engine = try #require(VisionEngine.named("claude-high-res"))
    let size = try #require(PictureSize(width: 2212, height: 1659))
    #expect(engine.reading(of: size) == PictureReading(tokens: 4740, isShrunk: false))
  }

  @Test("It costs no more than what the engine makes of the larger picture, where a few pixels decide")
  func avoidsOneMoreRow() throws {
    // 1537 pixels would be a third column of crops.
    #expect(try longEdge("gemini-2", 4032, 3024) == 1536)
    for id in ["qwen2-vl-transformers-default", "llama.cpp/pixtral", "gpt-4.1-mini-2025", "gpt-5.4"] {
      let engine = try #require(VisionEngine.named(id))
      let size = try #require(PictureSize(width: 4032, height: 3024))
      let found = try engine.losslessSize(of: size, ceiling: 2048)
      #expect(try #require(engine.tokens(of: found)) <= #require(engine.tokens(of: size)), "\(id)")
    }
  }

  @Test("What is refused in every size is an error that says why")
  func refusesSlivers() throws {
    #expect(throws: PictureRefusal.ratio(limit: 200)) { try longEdge("qwen3-vl", 2048, 8) }
    #expect(throws: PictureRefusal.smallSide(limit: 28)) { try longEdge("mlx-swift/qwen2.5-vl", 400, 20) }
    // 28 pixels of 4000x50 need a long edge of 2200.
    #expect(throws: PictureRefusal.smallSide(limit: 28)) {
      try longEdge("mlx-swift/qwen2.5-vl", 4000, 50, ceiling: 2048)
    }
  }

  @Test(
    "No answer is refused, shrunk, larger than asked or of another shape",
    arguments: VisionEngine.all.map(\.id))
  func answersAreTaken(id: String) throws {
    let engine = try #require(VisionEngine.named(id))
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let size = PictureSize(
        clamping: .random(in: 1...9000, using: &random), .random(in: 1...9000, using: &random))
      let ceiling = Int.random(in: 16...4096, using: &random)
      let comment = Comment("\(id), \(size) up to \(ceiling), seed \(seed)")
      do throws(PictureRefusal) {
        let found = try engine.losslessSize(of: size, ceiling: ceiling)
        #expect(found.longEdge <= min(ceiling, size.longEdge), comment)
        #expect(found == size.fitted(toLongEdge: found.longEdge), comment)
        #expect(engine.limits.refusal(of: found, sharesRequest: true) == nil, comment)
        #expect(!engine.rule.reading(of: found).isShrunk, comment)
      } catch {
        // A sliver may round to a shape that is taken.
        let asked = [size, size.fitted(toLongEdge: ceiling)]
        #expect(asked.contains { engine.limits.refusal(of: $0, sharesRequest: true) != nil }, comment)
      }
    }
  }

  @Test("Fitted sizes are those of prepared photos")
  func fitsAsThePreparer() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let size = PictureSize(
        clamping: .random(in: 1...9000, using: &random), .random(in: 1...9000, using: &random))
      let edge = Int.random(in: 16...4096, using: &random)
      let expected = ImageDownscale.targetSize(
        for: CGSize(width: size.width, height: size.height), longEdge: CGFloat(edge))
      let fitted = size.fitted(toLongEdge: edge)
      #expect(
        fitted.width == Int(expected.width) && fitted.height == Int(expected.height),
        "\(size) to \(edge), seed \(seed)")
    }
  }
}
