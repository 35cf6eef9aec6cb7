import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox compare", .needsPhotos)
struct CompareCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.writePhotos("plain.jpg")
    let camera = EXIFBuilder(gps: GPSPosition(latitude: 52.5, longitude: 13.25))
    let picture = Raster.gradient(width: 128, height: 96)
    try scratch.write(JPEGFile(picture).adding(camera).bytes, as: "camera.jpg")
    try scratch.write(JPEGTool.encode(.gradient(width: 64, height: 64)), as: "square.jpg")
    try scratch.write([0x68, 0x69], as: "notes.txt")
  }

  private func compare(_ arguments: String...) throws -> Tool.Result {
    try Shutterbox.run(["compare"] + arguments, in: scratch)
  }

  @Test("JSON has both files, what only one of them carries, and how far their pixels are apart")
  func printsJSON() throws {
    let result = try compare("--json", "camera.jpg", "plain.jpg")
    #expect(result.status == 0)
    #expect(result.errorText == "")
    let object = try #require(try result.objects().first)
    #expect(Set(object.keys) == ["a", "b", "psnr", "only_in_a", "only_in_b"])
    #expect(result.text.hasPrefix(#"{"a":{"input":"camera.jpg","status":"ok","#))
    #expect((object["b"] as? [String: Any])?["width"] as? Int == 64)
    #expect(Set(object["only_in_a"] as? [String] ?? []).isSuperset(of: ["exif", "gps"]))
    #expect((object["only_in_b"] as? [String])?.isEmpty == true)
    #expect((object["psnr"] as? Double ?? 0) > 25)
  }

  @Test("A file has the same pixels as itself")
  func comparesWithItself() throws {
    #expect(try compare("plain.jpg", "./plain.jpg").lines.last?.hasSuffix(" the same pixels") == true)
  }

  @Test("Pictures that cannot be decoded are told, and that is no failure")
  func toleratesOtherCodings() throws {
    let coded = try JPEGFile(.gradient(width: 64, height: 48), .init(isArithmetic: true))
    try scratch.write(coded.bytes, as: "arithmetic.jpg")
    let result = try compare("--json", "plain.jpg", "arithmetic.jpg")
    #expect(result.status == 0)
    #expect(try result.objects().first?["psnr"] is NSNull)
    #expect(result.errorText.hasPrefix("shutterbox: arithmetic.jpg: no PSNR: "))
  }

  @Test("Pictures of different shapes have no PSNR, and that is no failure")
  func toleratesDifferentShapes() throws {
    let result = try compare("--json", "plain.jpg", "square.jpg")
    #expect(result.status == 0)
    #expect(try result.objects().first?["psnr"] is NSNull)
  }

  @Test(
    "A file that cannot be read is told in its place",
    arguments: [("notes.txt", "not_an_image"), ("missing", "not_found")])
  func tellsFailure(name: String, code: String) throws {
    let result = try compare("--json", name, "plain.jpg")
    #expect(result.status == 1)
    let object = try #require(try result.objects().first)
    #expect((object["a"] as? [String: Any])?["code"] as? String == code)
    #expect((object["b"] as? [String: Any])?["status"] as? String == "ok")
    #expect(object["psnr"] is NSNull)
    #expect(result.errorText.hasPrefix("shutterbox: \(name): "))
  }

  @Test("People read a table with a column per file")
  func printsTable() throws {
    let result = try compare("camera.jpg", "plain.jpg")
    #expect(result.status == 0)
    let rows = result.lines.map { $0.split(separator: /\s{2,}/).map(String.init) }
    #expect(rows.first == ["file", "camera.jpg", "plain.jpg"])
    #expect(rows.contains(["size", "128x96", "64x48"]))
    #expect(rows.last?.first == "psnr")
    #expect(rows.last?.last?.hasSuffix(" dB") == true)
  }
}
