import CaptureStorage
import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox ingest", .needsPhotos)
struct IngestCommandTests {
  private let home: CaptureHome

  init() throws {
    home = try CaptureHome()
    try home.scratch.writePhotos("plain.jpg")
    try home.scratch.write(CaptureHome.cameraPhoto(), as: "camera.jpg")
    try home.scratch.write(CaptureHome.placedMovie(), as: "placed.mov")
    try home.scratch.write(Array("no picture".utf8), as: "notes.txt")
  }

  private func share(_ files: String...) throws -> String {
    let result = try Shutterbox.run(
      ["share", "--json"] + files, in: home.scratch, environment: ["SHUTTERBOX_HOME=\(home.path)"])
    return try #require(try result.objects().first?["drop"] as? String)
  }

  private func inbox() throws -> [String] {
    try home.scratch.files().filter { $0.hasPrefix("home/inbox/") }.map { String($0.dropFirst(11)) }
  }

  @Test("Each drop becomes an entry with all its files, and is removed")
  func ingests() throws {
    let drops = [try share("camera.jpg", "plain.jpg"), try share("plain.jpg")]
    let result = try home.run("ingest", "--json")
    #expect(result.status == 0)
    #expect(result.errorText == "")
    let objects = try result.objects()
    #expect(objects.map { $0["drop"] as? String } == drops)
    #expect(objects.map { ($0["added"] as? [Any])?.count } == [2, 1])
    #expect(
      objects.allSatisfy { $0["status"] as? String == "ok" && ($0["failed"] as? [Any])?.isEmpty == true })
    for object in objects {
      #expect(object["entry"] as? String == object["id"] as? String)
      let shown = try home.run("show", "--json", try #require(object["id"] as? String))
      #expect(
        (try shown.objects().first?["owned_media"] as? [Any])?.count == (object["added"] as? [Any])?.count)
    }
    #expect(try inbox().isEmpty)
    #expect(try home.files().count == 3)
    let again = try home.run("ingest")
    #expect(again.status == 0)
    #expect(again.errorText == "the inbox is empty\n")
  }

  @Test("What cannot be read is set aside and told, and the rest of its drop is taken in")
  func setsAside() throws {
    let mixed = try share("notes.txt", "plain.jpg")
    let useless = try share("notes.txt")
    let result = try home.run("ingest", "--json")
    #expect(result.status == 1)
    let objects = try result.objects()
    #expect(objects.map { $0["status"] as? String } == ["ok", "aside"])
    #expect(objects[1]["entry"] is NSNull)
    for object in objects {
      let failed = try #require(object["failed"] as? [[String: String]])
      #expect(failed.map { $0["input"] } == ["notes.txt"] && failed.map { $0["code"] } == ["not_an_image"])
    }
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines[0].hasSuffix("it lies in inbox/aside/\(mixed)"))
    #expect(
      try inbox() == [
        "aside/\(mixed)/1", "aside/\(mixed)/drop.json", "aside/\(mixed)/refused.json",
        "aside/\(useless)/1", "aside/\(useless)/drop.json", "aside/\(useless)/refused.json",
      ])
    #expect(try home.run("list", "--json").lines.count == 1)
    #expect(try home.run("ingest").status == 0)
  }

  @Test("A movie that says where it was recorded is told, and the configuration can remove that")
  func tellsPlaces() throws {
    _ = try share("placed.mov")
    let kept = try home.run("ingest")
    #expect(kept.status == 0)
    #expect(kept.errorText.contains("this movie says where it was recorded"))
    try home.scratch.makeFolder("config/shutterbox")
    try home.scratch.write(
      Array(#"{"movie_location": "remove"}"#.utf8), as: "config/shutterbox/config.json")
    _ = try share("placed.mov")
    #expect(try home.run("ingest").errorText == "")
    try home.scratch.write(Array("damaged".utf8), as: "config/shutterbox/config.json")
    let drop = try share("placed.mov")
    #expect(try home.run("ingest").status == 1)
    #expect(try inbox().contains("\(drop)/1"))
  }
}
