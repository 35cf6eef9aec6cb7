import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox inspect", .needsPhotos)
struct InspectCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.writePhotos("clean.jpg")
    var camera = EXIFBuilder(orientation: 6, gps: GPSPosition(latitude: 52.5, longitude: 13.25))
    camera.make = "Maker"
    camera.model = "Model\u{1B}[2J"
    camera.dateTimeOriginal = "2024:05:01 12:30:00"
    camera.offsetTimeOriginal = "+02:00"
    try scratch.write(
      JPEGFile(.gradient(width: 64, height: 48)).adding(camera).bytes, as: "camera.jpg")
    try scratch.write([0x68, 0x69], as: "notes.txt")
  }

  private func inspect(_ arguments: String..., input: [UInt8] = []) throws -> Tool.Result {
    try Shutterbox.run(["inspect"] + arguments, in: scratch, input: input)
  }

  @Test("JSON has the documented keys and what the camera wrote")
  func printsJSON() throws {
    let result = try inspect("--json", "camera.jpg")
    #expect(result.status == 0)
    let photo = try #require(try result.objects().first)
    #expect(
      Set(photo.keys) == [
        "input", "status", "format", "bytes", "width", "height", "orientation", "location", "taken_at",
        "camera", "color_profile", "blocks", "clean",
      ])
    #expect(photo["input"] as? String == "camera.jpg")
    #expect(photo["status"] as? String == "ok")
    #expect(photo["format"] as? String == "jpeg")
    #expect(photo["bytes"] as? Int == (try scratch.read("camera.jpg").count))
    #expect(photo["width"] as? Int == 48)
    #expect(photo["height"] as? Int == 64)
    #expect(photo["orientation"] as? Int == 6)
    #expect(photo["taken_at"] as? String == "2024-05-01T10:30:00Z")
    #expect((photo["camera"] as? String)?.contains("Model") == true)
    #expect(photo["color_profile"] is NSNull)
    #expect(photo["clean"] as? Bool == false)
    let location = try #require(photo["location"] as? [String: Any])
    #expect(Set(location.keys) == ["latitude", "longitude", "altitude"])
    #expect(location["latitude"] as? Double == 52.5)
    #expect(location["longitude"] as? Double == 13.25)
    let blocks = try #require(photo["blocks"] as? [[String: Any]])
    #expect(Set(blocks.compactMap { $0["kind"] as? String }).isSuperset(of: ["exif", "gps"]))
    #expect(blocks.allSatisfy { ($0["bytes"] as? Int ?? 0) > 0 })
  }

  @Test("A clean photo has nothing but its picture")
  func printsCleanPhoto() throws {
    let photo = try #require(try inspect("--json", "clean.jpg").objects().first)
    for key in ["orientation", "location", "taken_at", "camera", "color_profile"] {
      #expect(photo[key] is NSNull, "\(key)")
    }
    #expect((photo["blocks"] as? [Any])?.isEmpty == true)
    #expect(photo["clean"] as? Bool == true)
  }

  static let checks: [([String], Int)] = [
    (["clean.jpg"], 0), (["camera.jpg"], 0), (["clean.jpg", "camera.jpg"], 0),
    (["--check", "clean.jpg"], 0), (["--check", "camera.jpg"], 3),
    (["--check", "clean.jpg", "camera.jpg"], 3),
    (["--check", "notes.txt"], 1), (["--check", "camera.jpg", "notes.txt"], 1), (["missing.jpg"], 1),
    (["--check", "."], 3), (["--chek", "."], 2),
  ]

  @Test("--check is exit code 3 for what is not clean; a failure is 1 and comes first", arguments: checks)
  func tellsShell(arguments: [String], status: Int) throws {
    for form in [[], ["--json"]] {
      #expect(try Shutterbox.run(["inspect"] + form + arguments, in: scratch).status == status)
    }
  }

  @Test("People read a block of lines per file, failures go to standard error")
  func printsText() throws {
    let result = try inspect("camera.jpg", "notes.txt", "clean.jpg")
    #expect(result.status == 1)
    #expect(result.lines.filter { !$0.hasPrefix(" ") } == ["camera.jpg", "clean.jpg"])
    #expect(result.text.contains("  size      48x64, orientation 6\n"))
    #expect(result.text.contains("  location  52.5, 13.25\n"))
    #expect(result.text.contains("  carries   nothing but the picture\n"))
    #expect(!result.text.contains("\u{1B}"))
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.hasPrefix("shutterbox: notes.txt: not an image: "))
  }

  @Test("'-' is standard input")
  func readsStandardInput() throws {
    let result = try inspect("--json", "-", input: scratch.read("camera.jpg"))
    #expect(try result.objects().map { $0["input"] as? String } == ["-"])
    #expect(try result.objects().map { $0["width"] as? Int } == [48])
  }

  @Test("What was prepared is clean")
  func findsPreparedClean() throws {
    #expect(try Shutterbox.run(["prepare", "camera.jpg"], in: scratch).status == 0)
    #expect(try inspect("--check", "prepared").status == 0)
  }
}
