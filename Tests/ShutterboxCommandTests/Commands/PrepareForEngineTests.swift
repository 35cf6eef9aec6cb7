import Foundation
import PhotoFixtures
import Testing
import VisionCost

@Suite("shutterbox prepare --for", .needsPhotos)
struct PrepareForEngineTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func prepare(_ arguments: String...) throws -> Tool.Result {
    try Shutterbox.run(["prepare", "--json"] + arguments, in: scratch)
  }

  private func write(_ width: Int, _ height: Int) throws {
    try scratch.write(JPEGTool.encode(.gradient(width: width, height: height)), as: "photo.jpg")
  }

  static let sizes: [(engine: String, width: Int, height: Int)] = [
    ("claude-high-res", 2000, 1500), ("claude-standard", 1269, 952), ("gpt-4o", 1024, 768),
    ("pixtral", 1024, 768), ("qwen2.5-vl", 2048, 1536),
  ]

  @Test(
    "The size is what the engine looks at, and never above the long edge that is wanted", arguments: sizes)
  func picksSize(engine: String, width: Int, height: Int) throws {
    try write(2400, 1800)
    let result = try prepare("--for", engine, "photo.jpg")
    #expect(result.status == 0, "\(result.errorText)")
    let photo = try #require(try result.objects().first)
    #expect(["width", "height"].map { photo[$0] as? Int } == [width, height])
    let decoded = try JPEGTool.decode(scratch.read("prepared/photo.jpg"))
    #expect(decoded.width == width && decoded.height == height)
  }

  @Test("--long-edge may ask for less")
  func keepsLongEdge() throws {
    try write(2400, 1800)
    let photo = try #require(
      try prepare("--for", "gpt-4o", "--long-edge", "640", "photo.jpg").objects().first)
    #expect(photo["width"] as? Int == 640)
  }

  static let slivers: [(engine: String, width: Int, height: Int, reason: String)] = [
    ("qwen3-vl", 2048, 8, "the long side is over 200 times the short one"),
    ("mlx-swift/qwen2.5-vl", 600, 20, "a side is under 28 pixels"),
  ]

  @Test("What the engine refuses in every size is an error, and nothing is written", arguments: slivers)
  func refusesSlivers(engine: String, width: Int, height: Int, reason: String) throws {
    try write(width, height)
    let result = try prepare("--for", engine, "photo.jpg")
    #expect(result.status == 1)
    let failure = try #require(try result.objects().first)
    #expect(failure["code"] as? String == "unsupported")
    #expect(failure["message"] as? String == "\(engine) takes it in no size up to 2048 pixels: \(reason)")
    #expect(try scratch.files() == ["photo.jpg"])
  }

  @Test("A photo whose bytes are too many as base64 is encoded with fewer")
  func keepsToBytes() throws {
    // Noise is what JPEG cannot make small.
    try scratch.write(JPEGTool.encode(.noise(width: 2000, height: 2000, seed: 7)), as: "photo.jpg")
    let plain = try #require(
      try prepare("--long-edge", "2000", "--quality", "1", "photo.jpg").objects().first?["output_bytes"]
        as? Int)
    let limit = 5_000_000
    try #require(EngineLimits.encodedLength(ofBytes: plain) > limit)
    let result = try prepare("--for", "claude-high-res", "--quality", "1", "--overwrite", "photo.jpg")
    #expect(result.status == 0, "\(result.errorText)")
    let bytes = try scratch.read("prepared/photo.jpg")
    #expect(Data(bytes).base64EncodedString().utf8.count <= limit)
  }

  @Test("An unknown engine is a usage error with a suggestion")
  func refusesUnknownEngine() throws {
    let result = try Shutterbox.run(["prepare", "--for", "claude-standart", "photo.jpg"], in: scratch)
    #expect(result.status == 2)
    #expect(
      result.errorText
        == "shutterbox: unknown engine 'claude-standart'; did you mean 'claude-standard'?\nrun 'shutterbox help prepare'\n"
    )
  }
}
