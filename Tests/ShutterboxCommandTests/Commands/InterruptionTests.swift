import Foundation
import PhotoFixtures
import Testing

@Suite("A run that ends early", .needsPhotos, .timeLimit(.minutes(10)))
struct InterruptionTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.writePhotos("a.jpg")
  }

  @Test("A signal to stop is exit code 130 and leaves no file", arguments: [SIGINT, SIGTERM, SIGHUP])
  func stops(signal: CInt) throws {
    let command = try RunningCommand(["prepare", "-"], in: scratch)
    // More than a pipe holds: when all of it is taken, the program is reading.
    try command.feed(ScratchFolder.photo + [UInt8](repeating: 0, count: 1 << 20))
    command.send(signal)
    #expect(command.wait() == 130)
    #expect(try scratch.files() == ["a.jpg"])
  }

  @Test("What was done before the signal stays, complete and told")
  func keepsWhatIsDone() throws {
    let log = "\(scratch.path)/log"
    try #require(FileManager.default.createFile(atPath: log, contents: nil))
    let output = try #require(FileHandle(forWritingAtPath: log))
    let command = try RunningCommand(
      ["prepare", "--jobs", "1", "--json", "a.jpg", "-"], in: scratch, output: output)
    try command.feed([UInt8](repeating: 0, count: 1 << 20))
    command.send(SIGINT)
    #expect(command.wait() == 130)
    #expect(try scratch.files() == ["a.jpg", "log", "prepared/a.jpg"])
    #expect(try JPEGTool.decode(scratch.read("prepared/a.jpg")).width == 64)
    let lines = try String(decoding: scratch.read("log"), as: UTF8.self)
    #expect(lines.hasSuffix("}\n") && lines.count(where: { $0 == "\n" }) == 1)
  }

  @Test("A signal that the program was started to ignore does not stop it")
  func ignoresWhatItShould() throws {
    let command = try RunningCommand(["prepare", "-"], in: scratch, ignoresInterrupts: true)
    // A photo may have bytes behind its end.
    try command.feed(ScratchFolder.photo + [UInt8](repeating: 0, count: 1 << 20))
    command.send(SIGINT)
    try command.endInput()
    #expect(command.wait() == 0)
    #expect(try scratch.files() == ["a.jpg", "prepared/photo.jpg"])
  }

  @Test("Nobody reading the results stops the run as for any other program")
  func stopsQuietly() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let errors = "\(scratch.path)/errors"
    try #require(FileManager.default.createFile(atPath: errors, contents: nil))
    let command = try RunningCommand(
      ["prepare", "--jobs", "1", "a.jpg", "a.jpg", "a.jpg"], in: scratch, output: pipe.fileHandleForWriting,
      errors: FileHandle(forWritingAtPath: errors))
    #expect(command.wait() == 128 + Int(SIGPIPE))
    #expect(try scratch.read("errors").isEmpty)
    #expect(try scratch.files() == ["a.jpg", "errors", "prepared/a.jpg"])
  }

  @Test("A full disk behind standard output is told", .needsFullDevice)
  func tellsFullOutput() throws {
    let result = try Shutterbox.runScript("shutterbox prepare -o - a.jpg > /dev/full", in: scratch)
    #expect(result.status == 1)
    #expect(
      result.errorText == "shutterbox: standard output: the disk is full; free some space and try again\n")
  }

  @Test("A full disk is told for each photo, and nothing is left on it", .needsSmallDisk)
  func tellsFullDisk() throws {
    try scratch.makeFolder("disk")
    try scratch.write(JPEGTool.encode(.noise(width: 256, height: 256)), as: "noise.jpg")
    try SmallDisk.mounted(at: "\(scratch.path)/disk", byteCount: 16 << 10) {
      let result = try Shutterbox.run(
        ["prepare", "--json", "-o", "disk", "noise.jpg", "a.jpg"], in: scratch)
      #expect(result.status == 1)
      #expect(try result.objects().map { $0["code"] as? String } == ["io", nil])
      #expect(result.errorText.contains("disk/noise.jpg: the disk is full"))
      #expect(try scratch.files() == ["a.jpg", "disk/a.jpg", "noise.jpg"])
    }
  }
}
