import CaptureStorage
import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox finish", .needsSQLite)
struct FinishCommandTests {
  private let home: CaptureHome

  init() throws {
    home = try CaptureHome()
  }

  @Test("Deletes what the entry owns and nothing else, and tells both")
  func deletesOwned() async throws {
    let entry = try await home.add(photos: 2, movies: 1)
    let other = try await home.add(at: 1_714_559_500)
    try home.markSent(entry)
    try home.scratch.write([1], as: "home/captures/\(entry.id)/notes.txt")
    let result = try home.run("finish", "--json", entry.id.text)
    #expect(result.status == 0)
    #expect(
      result.errorText
        == "shutterbox: captures/\(entry.id)/notes.txt: is not the entry's own and stays\n")
    let object = try #require(try result.objects().first)
    #expect(Set(object.keys) == ["entry", "state", "deleted", "freed_bytes", "left"])
    #expect(object["entry"] as? String == entry.id.text)
    #expect(object["state"] as? String == "finished")
    #expect(object["deleted"] as? [String] == entry.ownedMedia.map(\.file))
    #expect(object["freed_bytes"] as? Int == 21)
    #expect(object["left"] as? [String] == ["captures/\(entry.id)/notes.txt"])
    #expect(
      Set(try home.files()) == ["captures/\(entry.id)/notes.txt", other.ownedMedia[0].file])
  }

  @Test("To finish twice is harmless, also in one line")
  func finishesTwice() async throws {
    let entry = try await home.add()
    try home.markSent(entry)
    let result = try home.run("finish", "--json", entry.id.text, entry.id.text)
    #expect(result.status == 0)
    let objects = try result.objects()
    #expect(objects.map { $0["freed_bytes"] as? Int } == [7, 0])
    #expect(objects.allSatisfy { $0["state"] as? String == "finished" })
    #expect(try home.files().isEmpty)
  }

  @Test("What is still to upload is refused, and --force deletes it")
  func refusesUnsent() async throws {
    let entry = try await home.add()
    let refused = try home.run("finish", "--json", entry.id.text)
    #expect(refused.status == 1)
    #expect(refused.errorText.hasPrefix("shutterbox: \(entry.id): 1 of its media are still to be uploaded"))
    #expect(try refused.objects().first?["code"] as? String == "still_to_upload")
    #expect(try home.files() == entry.ownedMedia.map(\.file))
    let forced = try home.run("finish", "--force", entry.id.text)
    #expect(forced.status == 0)
    #expect(forced.text == "\(entry.id)  finished  1 file deleted, 7 B freed\n")
    #expect(try home.files().isEmpty)
  }

  @Test("--dry-run tells what would be deleted and deletes nothing")
  func triesDry() async throws {
    let entry = try await home.add(photos: 2)
    let result = try home.run("finish", "--dry-run", "--force", "--json", entry.id.text)
    #expect(result.status == 0)
    let object = try #require(try result.objects().first)
    #expect(object["state"] as? String == "open")
    #expect(object["dry_run"] as? Bool == true)
    #expect(object["deleted"] as? [String] == entry.ownedMedia.map(\.file))
    #expect(object["freed_bytes"] as? Int == 14)
    let text = try home.run("finish", "--dry-run", "--force", entry.id.text)
    #expect(text.lines.count == 3)
    #expect(try home.run("finish", "--dry-run", entry.id.text).status == 1)
    #expect(try home.files().count == 2)
    #expect(try home.run("list", "--json").objects().first?["state"] as? String == "open")
  }

  @Test("An entry that fails keeps no other from being finished")
  func goesOn() async throws {
    let one = try await home.add(at: 1_714_559_400)
    let two = try await home.add(at: 1_714_559_500)
    try home.markSent(one)
    try home.markSent(two)
    let result = try home.run("finish", "--json", one.id.text, "ffff", two.id.text)
    #expect(result.status == 1)
    let objects = try result.objects()
    #expect(objects.map { $0["entry"] as? String } == [one.id.text, "ffff", two.id.text])
    #expect(objects[1]["status"] as? String == "error")
    #expect(objects[1]["code"] as? String == "no_such_entry")
    #expect(try home.files().isEmpty)
  }

  @Test(
    "A ledger that names what is not the entry's own deletes nothing",
    arguments: ["../../outside.jpg", "../outside.jpg", "/etc/hostname", "..", "", "outside.jpg"])
  func refusesForeignNames(name: String) async throws {
    let entry = try await home.add(photos: 2)
    try home.markSent(entry)
    try home.scratch.write([1], as: "outside.jpg")
    try home.scratch.write([1], as: "home/captures/outside.jpg")
    try home.scratch.write([1], as: "home/captures/\(entry.id)/outside.jpg")
    try home.sql("UPDATE media SET file = '\(name)' WHERE id = '\(entry.ownedMedia[1].id)'")
    let before = try home.scratch.files().filter { !$0.contains("ledger") }
    let result = try home.run("finish", "--force", "--json", entry.id.text)
    #expect(result.status == 1)
    #expect(try result.objects().first?["code"] as? String == "not_owned")
    #expect(result.errorText.contains("cannot be a file of the capture"))
    #expect(try home.scratch.files().filter { !$0.contains("ledger") } == before)
  }

  @Test("A link in the place of a file is not followed, and nothing is deleted")
  func refusesLinks() async throws {
    let entry = try await home.add(photos: 2)
    try home.markSent(entry)
    try home.scratch.write([1], as: "outside.jpg")
    let file = "\(home.path)/\(entry.ownedMedia[1].file)"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: "\(home.scratch.path)/outside.jpg")
    let result = try home.run("finish", entry.id.text)
    #expect(result.status == 1)
    #expect(result.errorText.contains("a link or a folder is in the place of this file"))
    #expect(try home.scratch.read("outside.jpg") == [1])
    #expect(try home.scratch.read("home/\(entry.ownedMedia[0].file)").count == 7)
  }
}
