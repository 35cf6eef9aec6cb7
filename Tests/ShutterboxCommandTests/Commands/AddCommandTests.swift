import CaptureStorage
import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox add", .needsPhotos, .needsSQLite)
struct AddCommandTests {
  private let home: CaptureHome

  init() throws {
    home = try CaptureHome()
    try home.scratch.writePhotos("plain.jpg")
    try home.scratch.write(CaptureHome.cameraPhoto(), as: "camera.jpg")
    try home.scratch.write(CaptureHome.placedMovie(), as: "placed.mov")
    try home.scratch.write(Array("no picture".utf8), as: "notes.txt")
  }

  /// The media of an object that `add --json` or `show --json` printed.
  private func media(_ object: [String: Any], _ key: String = "owned_media") -> [[String: Any]] {
    object[key] as? [[String: Any]] ?? []
  }

  @Test("JSON is the entry as show prints it, and what was added; photos are clean and the input unchanged")
  func addsPhoto() throws {
    let before = try home.scratch.read("camera.jpg")
    let result = try home.run("add", "--json", "--text", "The lake", "--source", "camera", "camera.jpg")
    #expect(result.status == 0)
    #expect(result.errorText == "")
    #expect(result.lines.count == 1)
    var object = try #require(try result.objects().first)
    #expect(object["text"] as? String == "The lake")
    #expect(object["state"] as? String == "open")
    let added = try #require(media(object, "added").first)
    #expect(added["source"] as? String == "camera")
    #expect(added["kind"] as? String == "photo")
    #expect(added["upload"] as? String == "waiting")
    #expect(added["width"] as? Int == 48 && added["height"] as? Int == 64)
    #expect(Set(added["removed"] as? [String] ?? []).isSuperset(of: ["exif", "gps"]))
    let name = try #require(added["file"] as? String)
    let file = try home.scratch.read("home/\(name)")
    let tags = try ExifTool.tags(file)
    #expect(!tags.keys.contains { $0.hasPrefix("GPS") || $0.hasPrefix("IFD0") || $0.hasPrefix("ExifIFD") })
    #expect(try home.scratch.read("camera.jpg") == before)

    #expect(
      (object["failed"] as? [Any])?.isEmpty == true && (object["duplicates"] as? [Any])?.isEmpty == true)
    for key in ["added", "failed", "duplicates"] { object[key] = nil }
    let id = try #require(object["id"] as? String)
    let shown = try #require(try home.run("show", "--json", id).objects().first)
    #expect(NSDictionary(dictionary: shown) == NSDictionary(dictionary: object))
  }

  @Test("--entry adds to that entry; what it has already is told and not added")
  func addsToEntry() throws {
    let first = try #require(try home.run("add", "--json", "plain.jpg").objects().first)
    let id = try #require(first["id"] as? String)
    let result = try home.run("add", "--json", "--entry", String(id.prefix(13)), "plain.jpg", "camera.jpg")
    #expect(result.status == 0)
    #expect(result.errorText == "shutterbox: plain.jpg: is in this entry already\n")
    let object = try #require(try result.objects().first)
    #expect(object["id"] as? String == id)
    #expect(media(object).count == 2 && media(object, "added").count == 1)
    #expect(
      object["duplicates"] as? [[String: String]] == [
        ["input": "plain.jpg", "media": media(first)[0]["id"] as? String ?? ""]
      ])
    #expect(try home.files().count == 2)
  }

  @Test("An entry that is missing or finished is refused, and nothing is stored")
  func refusesEntry() async throws {
    let finished = try await home.add()
    #expect(try home.run("finish", "--force", finished.id.text).status == 0)
    for (entry, code) in [("ffff", "no_such_entry"), (finished.id.text, "finished")] {
      let result = try home.run("add", "--json", "--entry", entry, "plain.jpg")
      #expect(result.status == 1)
      #expect(try result.objects().first?["code"] as? String == code)
      #expect(result.errorText.hasPrefix("shutterbox: \(entry): "))
    }
    #expect(try home.files().isEmpty)
  }

  @Test("What cannot be added keeps nothing else from being added")
  func goesOn() throws {
    let result = try home.run("add", "--json", "notes.txt", "plain.jpg", "missing.jpg")
    #expect(result.status == 1)
    let object = try #require(try result.objects().first)
    #expect(media(object, "added").count == 1)
    let failed = try #require(object["failed"] as? [[String: String]])
    #expect(failed.map { $0["input"] } == ["notes.txt", "missing.jpg"])
    #expect(failed.map { $0["code"] } == ["not_an_image", "not_found"])
    #expect(failed.allSatisfy { $0["message"]?.isEmpty == false })
    #expect(result.errorLines.map { $0.prefix(22) } == ["shutterbox: notes.txt:", "shutterbox: missing.jp"])
  }

  @Test("If nothing can be added there is no entry, and no file is left")
  func leavesNothing() throws {
    let result = try home.run("add", "--json", "notes.txt")
    #expect(result.status == 1)
    let object = try #require(try result.objects().first)
    #expect(object["id"] is NSNull)
    #expect(try home.run("list", "--state", "all", "--json").text == "")
    #expect(try home.files().isEmpty)
    #expect(try home.run("add", "notes.txt").text == "nothing was added\n")
  }

  @Test("A folder stands for the photos and movies in it, but for the home folder")
  func walksFolders() throws {
    try home.scratch.makeFolder("album/.hidden")
    try home.scratch.writePhotos("album/a.jpg", "album/.hidden/b.jpg")
    try home.scratch.write(CaptureHome.placedMovie(), as: "album/c.bin")
    try home.scratch.write(Array("text".utf8), as: "album/d.jpg")
    let object = try #require(try home.run("add", "--json", "album").objects().first)
    #expect(media(object).map { $0["kind"] as? String } == ["photo", "movie"])
    // The home folder lies in this one.
    let all = try #require(try home.run("add", "--json", ".").objects().first)
    #expect(media(all).count == 3)
    let empty = try home.run("add", "album/.hidden/..", "--json")
    #expect(empty.status == 0)
    try home.scratch.makeFolder("empty")
    let none = try home.run("add", "empty")
    #expect(none.status == 0)
    #expect(none.errorText == "shutterbox: empty: no photos or movies found\n")
  }

  @Test("Standard input is taken, photo or movie")
  func readsStandardInput() throws {
    for (input, kind) in [(ScratchFolder.photo, "photo"), (CaptureHome.placedMovie(), "movie")] {
      let result = try home.run("add", "--json", "-", input: input)
      #expect(result.status == 0)
      let object = try #require(try result.objects().first)
      #expect(media(object, "added").map { $0["kind"] as? String } == [kind])
    }
    #expect(try home.run("add", "-", "-").status == 2)
  }

  @Test(
    "A movie that says where it was recorded is told, and --movie-location remove takes it out of the copy")
  func tellsPlaces() throws {
    let kept = try home.run("add", "--json", "placed.mov")
    #expect(kept.status == 0)
    #expect(kept.errorText.hasPrefix("shutterbox: placed.mov: this movie says where it was recorded;"))
    let file = try #require(media(try kept.objects()[0])[0]["file"] as? String)
    #expect(try home.scratch.read("home/\(file)") == home.scratch.read("placed.mov"))

    let removed = try home.run("add", "--json", "--movie-location", "remove", "placed.mov")
    #expect(removed.errorText == "")
    let copy = try #require(media(try removed.objects()[0])[0]["file"] as? String)
    #expect(try home.scratch.read("home/\(copy)").count == home.scratch.read("placed.mov").count)
    let tags = try ExifTool.tags(home.scratch.read("home/\(copy)"))
    #expect(!tags.contains { $0.key.contains("GPS") || $0.value.contains("46.5") })

    try home.scratch.makeFolder("config/shutterbox")
    try home.scratch.write(
      Array(#"{"movie_location": "remove", "long_edge": 32}"#.utf8), as: "config/shutterbox/config.json")
    let configured = try home.run("add", "--json", "placed.mov", "plain.jpg")
    #expect(configured.errorText == "")
    #expect(media(try configured.objects()[0])[1]["width"] as? Int == 32)
    let chosen = try home.run("add", "--movie-location", "keep", "placed.mov")
    #expect(chosen.errorText.contains("says where it was recorded"))
  }

  @Test("Kept metadata lie in the ledger alone, and only the reason is told")
  func keepsMetadata() throws {
    let result = try home.run("add", "--json", "--keep-metadata", "for the insurance", "camera.jpg")
    #expect(result.status == 0)
    let object = try #require(try result.objects().first)
    let kept = try #require(object["kept_metadata"] as? [[String: String]])
    #expect(kept.map { $0["reason"] } == ["for the insurance"])
    let shown = try home.run("show", try #require(object["id"] as? String))
    #expect(shown.text.contains("metadata of the original are kept: for the insurance"))
    #expect(!result.text.contains("46.5") && !shown.text.contains("46.5"))
    #expect(try home.sql("SELECT json FROM kept_metadata").contains("46.5"))
    let file = try #require(media(object)[0]["file"] as? String)
    #expect(!(try ExifTool.dump(home.scratch.read("home/\(file)"))).contains("46.5"))
  }

  static let mistakes: [([String], message: String)] = [
    (["--keep-metadata", "", "plain.jpg"], "--keep-metadata takes a reason in words, not ''"),
    (["--keep-metadata", " .- ", "plain.jpg"], "--keep-metadata takes a reason in words, not ' .- '"),
    (["--source", "phone", "plain.jpg"], "--source takes 'camera', 'library' or 'file', not 'phone'"),
    (["--movie-location", "blur", "plain.jpg"], "--movie-location takes 'keep' or 'remove', not 'blur'"),
    (["--entry", "0", "--text", "x", "plain.jpg"], "--text is for a new entry"),
    (["--entry", "", "plain.jpg"], "--entry takes an id of an entry, not ''"),
    (["--long-edge", "8", "plain.jpg"], "--long-edge takes a whole number from 16 to 16384, not '8'"),
    ([], "FILE... is missing"),
  ]

  @Test("A wrong command line is exit code 2, and nothing is stored", arguments: mistakes)
  func refusesMistakes(arguments: [String], message: String) throws {
    let result = try Shutterbox.run(
      ["add"] + arguments, in: home.scratch, environment: ["SHUTTERBOX_HOME=\(home.path)"])
    #expect(result.status == 2)
    #expect(result.errorText.hasPrefix("shutterbox: \(message)"))
    #expect(!FileManager.default.fileExists(atPath: home.path))
  }

  @Test("An interrupt leaves no file and no entry", .timeLimit(.minutes(10)))
  func interrupts() throws {
    let command = try RunningCommand(
      ["add", "-"], in: home.scratch,
      environment: ["SHUTTERBOX_HOME": home.path])
    // More than a pipe holds: when this returns, the program is reading.
    try command.feed([UInt8](repeating: 0xFF, count: 1 << 20))
    command.send(SIGINT)
    #expect(command.wait() == 130)
    #expect(try home.files().isEmpty)
    #expect(try home.run("list", "--state", "all", "--json").text == "")
  }

  @Test("For people it tells the entry and each file")
  func printsText() throws {
    let result = try home.run("add", "plain.jpg", "camera.jpg")
    let id = try #require(try home.run("list", "--json").objects().first?["id"] as? String)
    #expect(result.lines[0] == id)
    #expect(result.lines[1].hasPrefix("  plain.jpg  photo  64x48  "))
    #expect(result.lines[1].hasSuffix("  nothing removed"))
    #expect(
      result.lines[2].hasPrefix("  camera.jpg  photo  48x64  ") && result.lines[2].contains("  removed: exif")
    )
  }
}
