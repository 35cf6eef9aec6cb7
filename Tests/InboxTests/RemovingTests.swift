import DurableFiles
import Foundation
import Inbox
import PhotoFixtures
import Testing

@Suite("Removing drops")
struct RemovingTests {
  private let test: TestInbox

  init() throws {
    test = try TestInbox()
  }

  @Test("A drop is removed as often as one likes, and no other is touched")
  func removes() throws {
    let drop = try test.drop(3, 4)
    let other = try test.drop(5)
    for _ in 0..<3 { #expect(try test.inbox.remove(drop) == []) }
    #expect(try test.inbox.drops() == [other])
    #expect(try test.names(other.id) == ["1", "drop.json"])
  }

  @Test("A removal that stopped after any step is completed", arguments: 0...4)
  func completes(steps: Int) throws {
    let drop = try test.drop(3, 4)
    for name in ["1", "2", "drop.json", ""].prefix(steps) { try test.remove("\(drop.id)/\(name)") }
    #expect(try test.inbox.remove(drop) == [])
    #expect(try test.names() == [])
  }

  @Test("What drop.json does not name stays and is told, and a folder in place of a file stays")
  func keepsForeignFiles() throws {
    let drop = try test.drop(3, 4)
    try test.write("mine", as: "\(drop.id)/notes.txt")
    try test.remove("\(drop.id)/2")
    try test.makeFolder("\(drop.id)/2/inner")
    #expect(try test.inbox.remove(drop) == ["2", "notes.txt"])
    #expect(try test.names(drop.id) == ["2", "notes.txt"])
    #expect(try test.read("\(drop.id)/notes.txt") == Array("mine".utf8))
  }

  @Test("A link in place of a file is removed itself")
  func removesLinks() throws {
    let drop = try test.drop(3)
    let outside = try test.input("outside.jpg")
    try test.remove("\(drop.id)/1")
    try test.link("\(drop.id)/1", to: outside.path)
    #expect(try test.inbox.remove(drop) == [])
    #expect(FileManager.default.fileExists(atPath: outside.path))
    // Nor is a drop entered through a link.
    let kept = try test.drop(3)
    let id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    try test.link(id, to: kept.id)
    let linked = try #require(Drop(id: id))
    #expect(throws: FileSystemError.self) { try test.inbox.remove(linked) }
    #expect(try test.names(kept.id) == ["1", "drop.json"])
  }

  @Test("Files that are to stay, stay with what tells of them")
  func keepsSome() throws {
    let drop = try test.drop(3, 4)
    for _ in 0..<2 { #expect(try test.inbox.remove(drop, except: ["2"]) == []) }
    #expect(try test.names(drop.id) == ["2", "drop.json"])
  }

  @Test("Leftovers are swept when they and all in them are old, and drops never are")
  func sweeps() throws {
    let clock = TestClock(Date().timeIntervalSince1970)
    let test = try TestInbox(now: { clock.now })
    let drop = try test.drop(3)
    let name = ".new-017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    try test.makeFolder(name)
    try test.write("half of a f", as: "\(name)/1")
    let outside = try test.input("outside.jpg")
    try test.link("\(name)/2", to: outside.path)
    try test.makeFolder(".new-foreign")
    #expect(try test.inbox.unfinished() == [FilePath(name)])
    #expect(try test.inbox.sweep() == [])
    clock.advance(by: 23 * 3600)
    #expect(try test.inbox.sweep() == [])
    #expect(try test.names(name) == ["1", "2"])
    clock.advance(by: 2 * 3600)
    // A file that still grows keeps the whole folder.
    let date = clock.now.addingTimeInterval(-3600)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(test.path)/\(name)/1")
    #expect(try test.inbox.sweep() == [])
    clock.advance(by: 24 * 3600)
    #expect(try test.inbox.sweep() == [FilePath(name)])
    #expect(try test.names() == [".new-foreign", drop.id])
    #expect(try test.inbox.contents(of: drop).files.count == 1)
    #expect(FileManager.default.fileExists(atPath: outside.path))
  }
}
