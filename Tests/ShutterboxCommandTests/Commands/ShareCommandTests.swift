import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox share")
struct ShareCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write([1, 2, 3], as: "a.jpg")
    try folder.write([], as: "b.mov")
  }

  private func share(_ arguments: String..., environment: [String] = ["SHUTTERBOX_HOME=home"]) throws
    -> Tool.Result
  {
    try Shutterbox.run(["share"] + arguments, in: folder, environment: environment)
  }

  @Test("All files become one drop, which is told in one line")
  func sharesFiles() throws {
    let result = try share("a.jpg", "b.mov", "a.jpg")
    #expect(result.status == 0)
    #expect(result.errorText == "")
    let drop = try #require(result.text.split(separator: ":").first)
    #expect(result.text == "\(drop): 3 files\n")
    #expect(
      try folder.files() == ["a.jpg", "b.mov"]
        + ["1", "2", "3", "drop.json"].map { "home/inbox/\(drop)/\($0)" })
    #expect(try folder.read("home/inbox/\(drop)/1") == [1, 2, 3])
    #expect(try share("b.mov").text.hasSuffix(": 1 file\n"))
  }

  @Test("JSON is one object with the drop and its files")
  func printsJSON() throws {
    let result = try share("--json", "a.jpg", "b.mov")
    let objects = try result.objects()
    #expect(result.status == 0 && objects.count == 1)
    let drop = try #require(objects[0]["drop"] as? String)
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/home/inbox/\(drop)/drop.json"))
    let files = try #require(objects[0]["files"] as? [[String: Any]])
    #expect(files.map { $0["input"] as? String } == ["a.jpg", "b.mov"])
    #expect(files.map { $0["bytes"] as? Int } == [3, 0])
  }

  @Test("One file that cannot be copied keeps all out, and is told", arguments: [false, true])
  func tellsFailures(json: Bool) throws {
    let result = try Shutterbox.run(
      ["share"] + (json ? ["--json"] : []) + ["a.jpg", "missing.jpg"], in: folder,
      environment: ["SHUTTERBOX_HOME=home"])
    #expect(result.status == 1)
    #expect(
      result.errorText == "shutterbox: missing.jpg: not found: there is no such file or folder\n")
    #expect(try folder.files() == ["a.jpg", "b.mov"])
    if json {
      let object = try #require(try result.objects().first)
      #expect(object["input"] as? String == "missing.jpg")
      #expect(object["status"] as? String == "error")
      #expect(object["code"] as? String == "not_found")
    } else {
      #expect(result.text == "")
    }
  }

  static let homes: [(environment: [String], inbox: String)] = [
    (["SHUTTERBOX_HOME=one", "XDG_DATA_HOME=/nowhere", "HOME=/nowhere"], "one/inbox"),
    (["SHUTTERBOX_HOME=", "XDG_DATA_HOME=FOLDER/two", "HOME=/nowhere"], "two/shutterbox/inbox"),
    (["-u", "SHUTTERBOX_HOME", "XDG_DATA_HOME=relative", "HOME=FOLDER/three"], "three/DEFAULT/inbox"),
    (["-u", "SHUTTERBOX_HOME", "-u", "XDG_DATA_HOME", "HOME=FOLDER/four"], "four/DEFAULT/inbox"),
  ]

  @Test("The inbox lies in the home folder that the environment names", arguments: homes)
  func findsHome(environment: [String], inbox: String) throws {
    #if os(macOS)
      let inbox = inbox.replacing("DEFAULT", with: "Library/Application Support/Shutterbox")
    #else
      let inbox = inbox.replacing("DEFAULT", with: ".local/share/shutterbox")
    #endif
    let result = try share(
      "a.jpg", environment: environment.map { $0.replacing("FOLDER", with: folder.path) })
    #expect(result.status == 0, "\(result.errorText)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(inbox)")
    #expect(names.count == 1)
  }

  @Test("Names and homes that are no UTF-8 are shared as they are")
  func takesAnyName() throws {
    let result = try Shutterbox.runScript(
      #"""
      name=$(printf 'x\377y'); printf abc > "$name"; export SHUTTERBOX_HOME="h$name"
      shutterbox share -- "$name" && cat "$SHUTTERBOX_HOME"/inbox/*/1
      """#, in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.text.hasSuffix(": 1 file\nabc"))
  }

  @Test("Stopped by a signal, it leaves nothing of the drop")
  func isInterrupted() throws {
    // The copy of a vast file goes on for long enough, wherever the signal comes.
    let vast = try folder.write([], as: "vast.mov")
    try #require(truncate(vast, 1 << 40) == 0)
    let command = try RunningCommand(
      ["share", "vast.mov"], in: folder, environment: ["SHUTTERBOX_HOME": folder.path + "/home"])
    let inbox = folder.path + "/home/inbox"
    // A copy that has begun is waited for without sleeping: the folder is there from then on.
    let deadline = ContinuousClock.now + .seconds(60)
    while (try? FileManager.default.contentsOfDirectory(atPath: inbox))?.isEmpty != false {
      try #require(ContinuousClock.now < deadline, "no drop was begun")
      sched_yield()
    }
    command.send(SIGINT)
    #expect(command.wait() == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == [])
  }

  @Test(
    "A large file takes no more than 32 MiB of memory",
    .enabled(if: PeakMemory.isMeasurable, "needs Python and no sanitizer"))
  func takesLittleMemory() throws {
    let large = try folder.write([], as: "large.mov")
    try #require(truncate(large, 512 << 20) == 0)
    let (status, peak) = try PeakMemory.run(
      ["/usr/bin/env", "SHUTTERBOX_HOME=\(folder.path)/home", Shutterbox.path, "share", large])
    #expect(status == 0)
    #expect(peak <= 32 << 10, "\(peak) KiB")
  }
}
