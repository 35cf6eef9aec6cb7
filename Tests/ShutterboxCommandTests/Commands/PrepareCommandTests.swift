import Foundation
import PhotoFixtures
import Testing

@testable import ShutterboxCommand

@Suite("shutterbox prepare", .needsPhotos)
struct PrepareCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func prepare(_ arguments: String..., input: [UInt8] = []) throws -> Tool.Result {
    try Shutterbox.run(["prepare"] + arguments, in: scratch, input: input)
  }

  @Test("A photo is prepared into the folder 'prepared', told on standard output alone")
  func preparesOne() throws {
    try scratch.writePhotos("a.jpg")
    let result = try prepare("a.jpg")
    #expect(result.status == 0)
    #expect(result.errorText == "")
    #expect(result.lines.count == 1)
    #expect(result.text.hasPrefix("prepared/a.jpg  64x48 -> 64x48  "))
    #expect(try scratch.files() == ["a.jpg", "prepared/a.jpg"])
    #expect(try JPEGTool.decode(scratch.read("prepared/a.jpg")).width == 64)
  }

  @Test("JSON has the documented keys in the documented order, a line per photo as named")
  func printsJSON() throws {
    let camera = EXIFBuilder(orientation: 6, gps: GPSPosition(latitude: 52.5, longitude: 13.4))
    try scratch.write(JPEGFile(.gradient(width: 64, height: 48)).adding(camera).bytes, as: "a.jpg")
    try scratch.write([0x68, 0x69], as: "b.txt")
    let result = try prepare("--json", "--long-edge=32", "-o", "out", "b.txt", "missing.jpg", "a.jpg")
    #expect(result.status == 1)
    let objects = try result.objects()
    #expect(objects.map { $0["input"] as? String } == ["b.txt", "missing.jpg", "a.jpg"])
    #expect(objects.map { $0["status"] as? String } == ["error", "error", "ok"])
    #expect(objects.map { $0["code"] as? String } == ["not_an_image", "not_found", nil])
    #expect(Self.keys(result.lines[0]) == ["input", "status", "code", "message"])
    #expect(
      Self.keys(result.lines[2]) == [
        "input", "output", "status", "format", "input_bytes", "output_bytes", "input_width", "input_height",
        "width", "height", "had_location", "removed", "seconds",
      ])
    let photo = objects[2]
    #expect(photo["output"] as? String == "out/a.jpg")
    #expect(photo["format"] as? String == "jpeg")
    #expect(photo["input_bytes"] as? Int == (try scratch.read("a.jpg").count))
    #expect(photo["output_bytes"] as? Int == (try scratch.read("out/a.jpg").count))
    let sizes = ["input_width", "input_height", "width", "height"].map { photo[$0] as? Int }
    #expect(sizes == [48, 64, 24, 32])
    #expect(photo["had_location"] as? Bool == true)
    #expect((photo["removed"] as? [String])?.contains("gps") == true)
    #expect((photo["seconds"] as? Double ?? -1) >= 0)
    #expect(
      result.errorLines == [
        "shutterbox: b.txt: not an image: \(objects[0]["message"] as? String ?? "")",
        "shutterbox: missing.jpg: not found: there is no such file or folder",
      ])
  }

  @Test("A folder stands for its photos, told by content; its own results are not taken for photos")
  func preparesFolders() throws {
    try scratch.makeFolder("in/sub")
    try scratch.makeFolder("in/prepared")
    try scratch.writePhotos("in/b.JPG", "in/a", "in/sub/b.png", "in/.hidden.jpg", "in/prepared/old.jpg")
    try scratch.write([0x68, 0x69], as: "in/notes.jpg")
    let result = try prepare("-o", "in/prepared", "in", "--json")
    #expect(result.status == 0)
    #expect(
      try result.objects().map { $0["output"] as? String }
        == ["in/prepared/a.jpg", "in/prepared/b.jpg", "in/prepared/b-2.jpg"])
  }

  @Test("A folder without photos is told and is no failure")
  func toleratesEmptyFolders() throws {
    try scratch.makeFolder("in")
    let result = try prepare("in")
    #expect(result.status == 0)
    #expect(result.text == "")
    #expect(result.errorText == "shutterbox: in: no photos found\n")
    #expect(try scratch.files() == [])
  }

  @Test(
    "Several photos are told in order, with the sum, whatever the number of jobs", arguments: ["1", "2", "9"])
  func preparesMany(jobs: String) throws {
    let names = (10..<30).map { "\($0).jpg" }
    for name in names { try scratch.writePhotos(name) }
    let result = try Shutterbox.run(["prepare", "--jobs", jobs] + names, in: scratch)
    #expect(result.status == 0)
    #expect(result.lines.dropLast().map { String($0.prefix(15)) } == names.map { "prepared/\($0)" })
    #expect(result.lines.last?.hasPrefix("20 photos  ") == true)
    #expect(try scratch.files().filter { $0.hasPrefix("prepared/") } == names.map { "prepared/\($0)" })
  }

  @Test("A photo named twice is prepared twice")
  func preparesTwice() throws {
    try scratch.writePhotos("a.jpg")
    let result = try prepare("a.jpg", "./a.jpg")
    #expect(result.status == 0)
    #expect(try scratch.files() == ["a.jpg", "prepared/a-2.jpg", "prepared/a.jpg"])
  }

  @Test(
    "With one photo, a path ending in .jpg or .jpeg is the file",
    arguments: ["out.jpg", "out.JPEG", "new/folder/out.Jpg"])
  func writesNamedFile(path: String) throws {
    try scratch.writePhotos("a.jpg")
    #expect(try prepare("a.jpg", "-o", path).status == 0)
    #expect(try scratch.files() == ["a.jpg", path].sorted())
  }

  @Test("With several photos or a folder, such a path is a folder")
  func writesIntoFolderNamedLikeFile() throws {
    try scratch.makeFolder("in")
    try scratch.writePhotos("a.jpg", "in/b.jpg")
    #expect(try prepare("a.jpg", "a.jpg", "-o", "x.jpg").status == 0)
    #expect(try prepare("in", "-o", "y.jpg").status == 0)
    #expect(try scratch.files() == ["a.jpg", "in/b.jpg", "x.jpg/a-2.jpg", "x.jpg/a.jpg", "y.jpg/b.jpg"])
  }

  @Test("'-' is standard input and standard output")
  func usesStandardStreams() throws {
    let out = try prepare("-", "-o", "-", input: ScratchFolder.photo)
    #expect(out.status == 0)
    #expect(out.errorText == "")
    #expect(try JPEGTool.decode(out.stdout).width == 64)
    let named = try prepare("-", "--json", input: ScratchFolder.photo)
    #expect(try named.objects().map { $0["input"] as? String } == ["-"])
    #expect(try named.objects().map { $0["output"] as? String } == ["prepared/photo.jpg"])
    #expect(try scratch.files() == ["prepared/photo.jpg"])
  }

  @Test("A failure on the way to standard output leaves it empty")
  func keepsOutputEmpty() throws {
    let result = try prepare("-", "-o", "-", input: [1, 2, 3])
    #expect(result.status == 1)
    #expect(result.stdout.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.hasPrefix("shutterbox: -: not an image: "))
  }

  static let misuses: [([String], String)] = [
    (["-o", "-", "--json", "a.jpg"], "--json and '-o -' would mix on standard output"),
    (["-o", "-", "a.jpg", "b.jpg"], "'-o -' takes exactly one photo"),
    (["-o", "-", "in"], "'-o -' takes exactly one photo"),
    (["--quality", "2", "a.jpg"], "--quality takes a number from 0.05 to 1, not '2'"),
    (["--long-edge", "15", "a.jpg"], "--long-edge takes a whole number from 16 to 16384, not '15'"),
    (["--jobs", "0", "a.jpg"], "--jobs takes a whole number from 1 to 256, not '0'"),
  ]

  @Test("What does not fit together is exit code 2, and nothing is done", arguments: misuses)
  func refusesMisuse(arguments: [String], message: String) throws {
    try scratch.makeFolder("in")
    try scratch.writePhotos("a.jpg", "b.jpg")
    let result = try Shutterbox.run(["prepare"] + arguments, in: scratch)
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errorText == "shutterbox: \(message)\nrun 'shutterbox help prepare'\n")
    #expect(try scratch.files() == ["a.jpg", "b.jpg"])
  }

  @Test("A name that is no UTF-8 is read and written by its bytes")
  func keepsBytesOfNames() throws {
    try scratch.writePhotos("a.jpg")
    let result = try Shutterbox.runScript(
      #"n=$(printf 'x\377'); mkdir in; mv a.jpg "in/$n.jpg"; "#
        + #"shutterbox prepare --json "in/$n.jpg" in && ls out prepared | od -c && rm "prepared/$n-2.jpg" "prepared/$n.jpg""#
        .replacing("ls out prepared", with: "ls prepared"),
      in: scratch)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.lines.first?.contains("\"input\":\"in/x\u{FFFD}.jpg\"") == true)
  }

  @Test("A name with control characters can neither break a line nor reach the terminal")
  func escapesNames() throws {
    try scratch.writePhotos("a\nb\u{1B}[2J.jpg")
    let result = try prepare("a\nb\u{1B}[2J.jpg")
    #expect(result.lines.count == 1)
    #expect(result.text.hasPrefix("prepared/a\\nb\\u{1b}[2J.jpg  "))
  }

  /// The keys of one flat line in their order.
  private static func keys(_ line: String) -> [String] {
    line.matches(of: /[{,]"([a-z_]+)":/).map { String($0.1) }
  }
}
