import CaptureStorage
import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox show", .needsSQLite)
struct ShowCommandTests {
  private let home: CaptureHome

  init() throws {
    home = try CaptureHome()
  }

  @Test("JSON has the documented keys and what the store holds")
  func printsJSON() async throws {
    let entry = try await home.add(text: "two \"quoted\"\nlines", photos: 2, movies: 1)
    let media = entry.ownedMedia
    try home.sql("DELETE FROM upload WHERE media = '\(media[0].id)'")
    try home.sql("UPDATE upload SET state = 'stuck', reason = 'refused' WHERE media = '\(media[1].id)'")
    try home.sql("UPDATE upload SET next_try_at = 1714560000250 WHERE media = '\(media[2].id)'")
    try home.sql(
      "INSERT INTO kept_metadata VALUES ('\(media[0].id)', 'for the insurance', '{\"place\":\"46.5\"}')")
    let result = try home.run("show", "--json", entry.id.text)
    #expect(result.status == 0)
    #expect(!result.text.contains("46.5"))
    let object = try #require(try result.objects().first)
    #expect(
      Set(object.keys) == [
        "id", "text", "state", "created_at", "owned_media", "media_to_upload", "kept_metadata",
      ])
    #expect(object["id"] as? String == entry.id.text)
    #expect(object["text"] as? String == "two \"quoted\"\nlines")
    #expect(object["state"] as? String == "open")
    #expect(object["created_at"] as? String == "2024-05-01T10:30:00Z")
    #expect(object["media_to_upload"] as? [String] == media.dropFirst().map(\.id.text))
    #expect(
      object["kept_metadata"] as? [[String: String]] == [
        ["media": media[0].id.text, "reason": "for the insurance"]
      ])
    let owned = try #require(object["owned_media"] as? [[String: Any]])
    try #require(owned.count == 3)
    for (shown, media) in zip(owned, media) {
      #expect(
        Set(shown.keys).isSuperset(of: [
          "id", "file", "kind", "bytes", "sha256", "width", "height", "source", "upload", "reason",
          "next_try_at",
        ]))
      let file = try #require(shown["file"] as? String)
      #expect(file == "captures/\(entry.id)/\(media.id).\(media.kind == .photo ? "jpg" : "mov")")
      #expect(shown["bytes"] as? Int == (try home.scratch.read("home/\(file)").count))
      let sum = try Tool.output("sha256sum", ["\(home.path)/\(file)"])
      #expect(shown["sha256"] as? String == String(decoding: sum.prefix(64), as: UTF8.self))
    }
    #expect(owned.map { $0["upload"] as? String } == ["sent", "stuck", "waiting"])
    #expect(owned[0]["kind"] as? String == "photo")
    #expect(owned[0]["source"] as? String == "camera")
    #expect(owned[0]["removed"] as? [String] == ["exif", "gps"])
    #expect(owned[0]["reason"] is NSNull && owned[0]["next_try_at"] is NSNull)
    #expect(owned[1]["reason"] as? String == "refused" && owned[1]["next_try_at"] is NSNull)
    #expect(owned[2]["reason"] is NSNull)
    #expect(owned[2]["next_try_at"] as? String == "2024-05-01T10:40:00.250Z")
    #expect(owned[2]["kind"] as? String == "movie")
    #expect(owned[2]["width"] as? Int == 1920 && owned[2]["height"] as? Int == 1080)
  }

  @Test("For people it tells the same, with nothing that orders the terminal about")
  func printsText() async throws {
    let entry = try await home.add(text: "bell\u{7}")
    try home.sql("INSERT INTO kept_metadata VALUES ('\(entry.ownedMedia[0].id)', 'a reason', '{}')")
    let result = try home.run("show", entry.id.text)
    #expect(result.status == 0)
    #expect(
      result.text == """
        \(entry.id)
          text     bell\\u{7}
          state    open
          created  2024-05-01T10:30:00Z
          media    1, 7 B
          photo    \(entry.ownedMedia[0].file)
                   2048x1536  7 B  from camera  waiting
                   removed: exif, gps
                   metadata of the original are kept: a reason

        """)
  }

  @Test("A beginning is enough if no other id has it, in either case of letters")
  func findsByPrefix() async throws {
    let one = try await home.add(at: 1_714_559_400)
    let other = try await home.add(at: 1_714_559_401)
    for name in [one.id.text, String(one.id.text.prefix(13)), one.id.text.uppercased()] {
      #expect(try home.run("show", "--json", name).objects().first?["id"] as? String == one.id.text)
    }
    let common = String(zip(one.id.text, other.id.text).prefix { $0 == $1 }.map(\.0))
    let refusals: [(String, code: String)] = [
      (common, "ambiguous"), ("ffff", "no_such_entry"), ("../..", "no_such_entry"), ("%", "no_such_entry"),
    ]
    for (name, code) in refusals {
      let result = try home.run("show", "--json", name)
      #expect(result.status == 1)
      let object = try #require(try result.objects().first)
      #expect(object["entry"] as? String == name)
      #expect(object["status"] as? String == "error")
      #expect(object["code"] as? String == code)
      #expect(result.errorText.hasPrefix("shutterbox: \(name): "))
      #expect(try home.run("show", name).text == "")
    }
  }

  @Test("Without an id, or with two, it is a usage error")
  func refusesMistakes() throws {
    #expect(try home.run("show").status == 2)
    #expect(try home.run("show", "a", "b").status == 2)
    let empty = try home.run("show", "")
    #expect(empty.status == 2)
    #expect(empty.errorText.contains("an id of an entry is empty"))
  }
}
