import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox cost", .needsPhotos)
struct CostCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.writePhotos("small.jpg")
    let turned = EXIFBuilder(orientation: 6)
    try scratch.write(JPEGFile(.gradient(width: 2400, height: 1800)).adding(turned).bytes, as: "turned.jpg")
    try scratch.write([0x68, 0x69], as: "notes.txt")
  }

  private func cost(_ arguments: String...) throws -> Tool.Result {
    try Shutterbox.run(["cost"] + arguments, in: scratch)
  }

  @Test("JSON has the documented keys, a line per input and engine, in the order of both")
  func printsJSON() throws {
    let result = try cost(
      "--json", "--engine", "qwen2.5-vl", "--engine=gpt-4o", "4032x3024", "turned.jpg")
    #expect(result.status == 0)
    #expect(result.errorText == "")
    let objects = try result.objects()
    #expect(objects.map { $0["input"] as? String } == ["4032x3024", "4032x3024", "turned.jpg", "turned.jpg"])
    #expect(objects.map { $0["engine"] as? String } == ["qwen2.5-vl", "gpt-4o", "qwen2.5-vl", "gpt-4o"])
    let keys: Set = ["input", "engine", "before", "after", "confidence"]
    #expect(objects.allSatisfy { keys.isSubset(of: $0.keys) })
    let before = try #require(objects[0]["before"] as? [String: Any])
    let after = try #require(objects[0]["after"] as? [String: Any])
    #expect(Set(["width", "height", "tokens", "accepted"]).isSubset(of: before.keys))
    #expect(["width", "height", "tokens"].map { before[$0] as? Int } == [4032, 3024, 15_552])
    #expect(["width", "height", "tokens"].map { after[$0] as? Int } == [2048, 1536, 4015])
    #expect(before["accepted"] as? Bool == true)
    #expect(objects.map { $0["confidence"] as? String } == ["run", "doc-example", "run", "doc-example"])
    // Measured upright.
    let turned = try #require(objects[2]["after"] as? [String: Any])
    #expect(["width", "height"].map { turned[$0] as? Int } == [1536, 2048])
  }

  @Test("What is refused has no tokens")
  func printsRefusal() throws {
    let result = try cost("--json", "--engine", "claude-standard", "8064x6048")
    let object = try #require(try result.objects().first)
    let before = try #require(object["before"] as? [String: Any])
    #expect(before["tokens"] is NSNull)
    #expect(before["accepted"] as? Bool == false)
    #expect(before["reason"] as? String == "a side is over 8000 pixels")
    #expect((object["after"] as? [String: Any])?["tokens"] as? Int == 1564)
  }

  @Test("People read every engine, by saving, with those that save nothing or cost more")
  func printsTable() throws {
    let result = try cost("4032x3024")
    #expect(result.status == 0)
    #expect(result.lines[0] == "4032x3024  4032x3024 -> 2048x1536")
    #expect(result.lines[1].hasPrefix("ENGINE "))
    #expect(result.lines.count == 2 + 56)
    let savings = result.lines.dropFirst(2).map { line in
      Int(line.split(separator: " ")[3]) ?? Int.max
    }
    #expect(savings == savings.sorted(by: >))
    #expect(result.lines[2].hasPrefix("qwen2.5-vl "))
    #expect(result.lines.last?.hasPrefix("phi-4-multimodal ") == true)
    #expect(result.lines.last?.hasSuffix("costs more") == true)
    #expect(result.lines.contains { $0.hasPrefix("gpt-4o ") && $0.hasSuffix("saves nothing") })
    #expect(
      result.lines.contains { $0.hasPrefix("claude-high-res ") && $0.contains("more than 20 pictures") })
  }

  @Test("A photo that is refused as it is comes first")
  func printsRefusedFirst() throws {
    let lines = try cost("--engine", "qwen3-vl", "--engine", "claude-standard", "8064x6048").lines
    #expect(lines[2].hasPrefix("claude-standard  refused"))
    #expect(lines[2].hasSuffix("as it is, a side is over 8000 pixels"))
  }

  @Test("--long-edge is that of the copy")
  func takesLongEdge() throws {
    let result = try cost("--json", "--long-edge", "1200", "--engine", "qwen2.5-vl", "4032x3024")
    let after = try #require(try result.objects().first?["after"] as? [String: Any])
    #expect(["width", "height", "tokens"].map { after[$0] as? Int } == [1200, 900, 1376])
  }

  @Test("--list names every engine, for people and for scripts")
  func lists() throws {
    #expect(try cost("--list").lines.count == 1 + 56)
    let objects = try cost("--list", "--json").objects()
    #expect(objects.count == 56)
    #expect(objects.allSatisfy { $0["source"] is String && $0["confidence"] is String })
    let claude = try #require(objects.first { $0["id"] as? String == "claude-standard" })
    #expect((claude["limits"] as? [String: Any])?["side_among_many"] as? Int == 2000)
  }

  @Test("A file that is no photo fails, the others are told")
  func goesOnAfterFailure() throws {
    let result = try cost("--json", "--engine", "gpt-4o", "notes.txt", "missing.jpg", "small.jpg")
    #expect(result.status == 1)
    #expect(try result.objects().map { $0["code"] as? String } == ["not_an_image", "not_found", nil])
    #expect(result.errorLines.count == 2)
  }

  static let mistakes: [(arguments: [String], message: String)] = [
    (["--engine", "qwen2.5-v", "1x1"], "unknown engine 'qwen2.5-v'; did you mean 'qwen2.5-vl'?"),
    (["--engine", "nonsense", "1x1"], "unknown engine 'nonsense'; 'shutterbox cost --list' names all"),
    ([], "FILE|WxH... is missing"),
    (["--list", "1x1"], "--list takes no photos"),
    (["0x100"], "a side of '0x100' is not from 1 to 10000000 pixels"),
    (["99999999999999999999x1"], "a side of '99999999999999999999x1' is not from 1 to 10000000 pixels"),
    (["-", "-"], "standard input can be named only once"),
  ]

  @Test("A wrong command line is exit code 2", arguments: mistakes)
  func refusesMistakes(arguments: [String], message: String) throws {
    let result = try Shutterbox.run(["cost"] + arguments, in: scratch)
    #expect(result.status == 2)
    #expect(result.errorText == "shutterbox: \(message)\nrun 'shutterbox help cost'\n")
  }
}
