import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox keep", .needsPhotos, .needsHEIFPrograms)
struct KeepCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.writePhotos("plain.jpg")
    try scratch.write(CaptureHome.cameraPhoto(), as: "camera.jpg")
  }

  private func keep(_ arguments: String..., environment: [String] = []) throws -> Tool.Result {
    try Shutterbox.run(["keep"] + arguments, in: scratch, environment: environment)
  }

  @Test("JSON tells the file, its size, what it carries and the reason")
  func printsJSON() throws {
    let result = try keep("--json", "--reason", "a claim", "--to", "kept/here", "camera.jpg", "plain.jpg")
    #expect(result.errorText == "")
    #expect(result.status == 0)
    let objects = try result.objects()
    #expect(objects.count == 2)
    let first = try #require(objects.first)
    #expect(
      Set(first.keys).isSuperset(of: [
        "input", "output", "status", "width", "height", "output_bytes", "kept", "reason",
      ]))
    #expect(first["input"] as? String == "camera.jpg")
    #expect(first["output"] as? String == "kept/here/camera.heic")
    #expect(first["status"] as? String == "ok")
    #expect(first["reason"] as? String == "a claim")
    #expect(Set(first["kept"] as? [String] ?? []).isSuperset(of: ["exif", "gps"]))
    let heic = try scratch.read("kept/here/camera.heic")
    #expect(first["output_bytes"] as? Int == heic.count)
    let shown = try HEIFTool.decode(heic)
    #expect(first["width"] as? Int == shown.width && first["height"] as? Int == shown.height)
    let inspected = try Shutterbox.run(["inspect", "--json", "kept/here/camera.heic"], in: scratch).objects()
    #expect((inspected.first?["location"] as? [String: Any]) != nil)
    #expect(inspected.first?["format"] as? String == "heic")
  }

  static let mistakes: [(arguments: [String], message: String)] = [
    (["plain.jpg"], "--reason is missing"),
    (["--reason", "", "plain.jpg"], "a reason in words"),
    (["--reason", "  ", "plain.jpg"], "a reason in words"),
    (["--reason", "r", "--latitude", "1", "plain.jpg"], "go together"),
    (["--reason", "r", "--longitude", "1", "plain.jpg"], "go together"),
    (["--reason", "r", "--latitude", "nan", "--longitude", "1", "plain.jpg"], "a number from -90 to 90"),
    (["--reason", "r", "--latitude", "90.1", "--longitude", "1", "plain.jpg"], "a number from -90 to 90"),
    (["--reason", "r", "--latitude", "1", "--longitude", "-181", "plain.jpg"], "a number from -180 to 180"),
    (["--reason", "r"], "FILE... is missing"),
  ]

  @Test("A wrong command line is exit code 2, and nothing is written", arguments: mistakes)
  func refusesMistakes(arguments: [String], message: String) throws {
    let result = try Shutterbox.run(["keep", "--to", "kept"] + arguments, in: scratch)
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(try scratch.files() == ["camera.jpg", "plain.jpg"])
  }

  @Test("What is there is not overwritten; the others are done")
  func neverOverwrites() throws {
    try scratch.makeFolder("kept")
    try scratch.write([1, 2, 3], as: "kept/plain.heic")
    let result = try keep("--json", "--reason", "r", "--to", "kept", "plain.jpg", "camera.jpg")
    #expect(result.status == 1)
    let objects = try result.objects()
    #expect(objects.map { $0["status"] as? String } == ["error", "ok"])
    #expect(objects.first?["code"] as? String == "exists")
    #expect(try scratch.read("kept/plain.heic") == [1, 2, 3])
    #expect(try scratch.files().filter { $0.hasPrefix("kept/") } == ["kept/camera.heic", "kept/plain.heic"])
  }

  @Test("A missing file takes no name from the others")
  func namesOutputs() throws {
    let result = try keep("--reason", "r", "--to", "kept", "missing.jpg", "plain.jpg", "./plain.jpg")
    #expect(result.status == 1)
    #expect(result.errorText.contains("missing.jpg: not found"))
    #expect(try scratch.files().filter { $0.hasPrefix("kept/") } == ["kept/plain-2.heic", "kept/plain.heic"])
  }

  @Test("A HEIC is copied byte for byte, and refused with a location")
  func copiesHEIC() throws {
    let heic = try HEIFTool.encode(.detail(width: 96, height: 64))
    try scratch.write(heic, as: "phone.HEIC")
    #expect(try keep("--reason", "r", "--to", "kept", "phone.HEIC").status == 0)
    #expect(try scratch.read("kept/phone.heic") == heic)
    let result = try keep(
      "--json", "--reason", "r", "--to", "other", "--latitude", "1", "--longitude", "2", "phone.HEIC")
    #expect(result.status == 1)
    #expect(try result.objects().first?["code"] as? String == "unsupported")
    #expect(try scratch.files().filter { $0.hasPrefix("other") } == [])
  }

  @Test("A location is written when it is asked for")
  func writesLocation() throws {
    let result = try keep(
      "--reason", "r", "--to", "kept", "--latitude=-12.5", "--longitude", "130.75", "plain.jpg")
    #expect(result.status == 0)
    let place =
      try Shutterbox.run(["inspect", "--json", "kept/plain.heic"], in: scratch).objects()
      .first?["location"] as? [String: Any]
    #expect(place?["latitude"] as? Double == -12.5)
    #expect(place?["longitude"] as? Double == 130.75)
  }

  @Test("Without --to the folder of pictures is taken, from the environment or the user's list")
  func findsPictures() throws {
    let home = "HOME=\(scratch.path)/home"
    let pictures = "XDG_PICTURES_DIR=\(scratch.path)/pictures"
    #expect(try keep("--reason", "r", "plain.jpg", environment: [home, pictures]).status == 0)
    #expect(try scratch.files().contains("pictures/Shutterbox/plain.heic"))
    #expect(try keep("--reason", "r", "plain.jpg", environment: [home, "XDG_PICTURES_DIR="]).status == 0)
    #expect(try scratch.files().contains("home/Pictures/Shutterbox/plain.heic"))
    try scratch.makeFolder("config")
    try scratch.write(
      Array("XDG_PICTURES_DIR=\"$HOME/Bilder \\\"1\\\"\"\n".utf8), as: "config/user-dirs.dirs")
    #expect(try keep("--reason", "r", "plain.jpg", environment: [home, "XDG_PICTURES_DIR="]).status == 0)
    #expect(try scratch.files().contains("home/Bilder \"1\"/Shutterbox/plain.heic"))
  }
}
