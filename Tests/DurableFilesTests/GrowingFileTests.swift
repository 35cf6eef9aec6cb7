import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@Suite("A file that grows")
struct GrowingFileTests {
  @Test("What is written in several runs is there, and what is taken away is not")
  func grows() throws {
    let scratch = try ScratchFolder()
    let folder = try Folder(FilePath(scratch.path))
    try Array("hello".utf8).withUnsafeBytes { try folder.growingFile("a", isNew: true).write($0, at: 0) }
    let file = try folder.growingFile("a", isNew: false)
    try Array(" world".utf8).withUnsafeBytes { try file.write($0, at: 5) }
    try file.truncate(to: 8)
    try file.sync()
    #expect(try scratch.read("a") == Array("hello wo".utf8))
    #expect(try file.status().byteCount == 8)
    var bytes = [UInt8](repeating: 0, count: 20)
    #expect(try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 6) } == 2)
    #expect(bytes.prefix(2) == [0x77, 0x6F])
  }

  @Test("A link, a folder, a pipe and a name that leads elsewhere are refused")
  func refuses() throws {
    let scratch = try ScratchFolder()
    try scratch.write([1], as: "outside")
    try FileManager.default.createDirectory(atPath: "\(scratch.path)/in", withIntermediateDirectories: false)
    symlink("\(scratch.path)/outside", "\(scratch.path)/in/link")
    mkfifo("\(scratch.path)/in/pipe", 0o600)
    let folder = try Folder(FilePath("\(scratch.path)/in"))
    for name: FilePath in ["link", "pipe", "../outside", "..", ".", ""] {
      for isNew in [true, false] {
        #expect(throws: FileSystemError.self) { _ = try folder.growingFile(name, isNew: isNew) }
      }
    }
    #expect(try scratch.read("outside") == [1])
  }

  @Test("A move replaces nothing, not even a link that leads nowhere")
  func moves() throws {
    let scratch = try ScratchFolder()
    let folder = try Folder(FilePath(scratch.path))
    let target = try folder.makingFolder("target")
    try scratch.write([1], as: "a")
    try scratch.write([2], as: "target/taken")
    symlink("nowhere", "\(scratch.path)/target/link")
    for name: FilePath in ["taken", "link"] {
      #expect {
        try folder.move("a", to: name, in: target)
      } throws: {
        ($0 as? FileSystemError)?.code == .exists
      }
    }
    try folder.move("a", to: "b", in: target)
    #expect(try scratch.read("target/b") == [1])
    #expect(try scratch.read("target/taken") == [2])
    #expect(throws: FileSystemError.self) { _ = try folder.status("a") }
  }

  @Test("The free space is what df(1) says, give or take what others write meanwhile")
  func space() throws {
    let scratch = try ScratchFolder()
    let free = try #require(try Folder(FilePath(scratch.path)).freeByteCount())
    let table = String(decoding: try Tool.output("df", ["-P", "-k", scratch.path]), as: UTF8.self)
    let fields = try #require(table.split(separator: "\n").last).split(separator: " ")
    let said = try #require(Int(fields[3])) * 1024
    #expect(abs(free - said) < max(1 << 30, said / 5))
  }
}
