import DurableFiles
import Foundation
import Inbox
import PhotoFixtures
import Testing

@Suite("Reading an inbox")
struct ReadingTests {
  private let test: TestInbox

  init() throws {
    test = try TestInbox()
  }

  private func code(_ body: () throws -> Void) -> DropError.Code? {
    let error = #expect(throws: DropError.self) { try body() }
    return error?.code
  }

  @Test("An inbox that is not there yet is empty")
  func isEmpty() throws {
    #expect(try test.inbox.drops() == [])
    #expect(try test.inbox.unfinished() == [])
    #expect(try test.inbox.asideDrops() == [])
    #expect(try test.inbox.sweep() == [])
  }

  @Test("Drops are listed by their age, and nothing else is")
  func lists() throws {
    let clock = TestClock(1_700_000_000)
    let test = try TestInbox(now: { clock.now })
    var drops: [Drop] = []
    for _ in 0..<5 {
      drops.append(try test.drop(3))
      clock.advance(by: 0.001)
    }
    let other = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    try test.link(other, to: drops[0].id)
    try test.write("a file", as: "017f22e2-79b0-7cc3-98c4-dc0c0c073980")
    for name in [".new-\(other)", "aside/\(other)", other.uppercased(), "folder", ".hidden"] {
      try test.makeFolder(name)
    }
    #expect(try test.inbox.drops() == drops)
    let time = try test.inbox.contents(of: drops[1]).createdAt.timeIntervalSince1970
    #expect(abs(time - 1_700_000_000.001) < 0.000_1)
    // The link is not followed even for one who knows its name.
    let linked = try #require(Drop(id: other))
    #expect(throws: FileSystemError.self) { try test.inbox.contents(of: linked) }
  }

  @Test("What was copied can be read, file by file")
  func opens() throws {
    let drop = try test.drop(5, 0)
    let files = try test.inbox.contents(of: drop).files
    #expect(files.map(\.byteCount) == [5, 0])
    let source = try test.inbox.open(files[0], of: drop)
    var bytes = [UInt8](repeating: 0, count: 9)
    #expect(try bytes.withUnsafeMutableBytes { try source.read(into: $0, at: 0) } == 5)
    #expect(bytes == [1, 1, 1, 1, 1, 0, 0, 0, 0])
    #expect(try test.inbox.open(files[1], of: drop).byteCount == 0)
  }

  static let manifests: [(text: String, code: DropError.Code)] = [
    ("", .damaged), ("null", .damaged), ("[]", .damaged), ("{", .damaged), ("\u{0}", .damaged),
    ("{}", .damaged),
    (#"{"version":2,"anything":"else"}"#, .newerVersion),
    (#"{"version":9223372036854775807}"#, .newerVersion),
    (#"{"version":"1","created_at":"2024-01-01T00:00:00Z","files":[]}"#, .damaged),
    (
      #"{"version":0,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"1","name":"a","bytes":3}]}"#,
      .damaged
    ),
    (#"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[]}"#, .damaged),
    (#"{"version":1,"created_at":"yesterday","files":[{"file":"1","name":"a","bytes":3}]}"#, .damaged),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"1","name":"a","bytes":-3}]}"#,
      .damaged
    ),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"1","name":"a","bytes":3.5}]}"#,
      .damaged
    ),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"2","name":"a","bytes":3}]}"#,
      .damaged
    ),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"../1","name":"a","bytes":3}]}"#,
      .damaged
    ),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"drop.json","name":"a","bytes":3}]}"#,
      .damaged
    ),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"01","name":"a","bytes":3}]}"#,
      .damaged
    ),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"1","name":null,"bytes":3}]}"#,
      .damaged
    ),
    (
      #"{"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"1","name":"a","bytes":3},"#
        + #"{"file":"1","name":"b","bytes":3}]}"#, .damaged
    ),
    (String(repeating: "[", count: 100_000), .damaged), (String(repeating: " ", count: 5 << 20), .damaged),
  ]

  @Test("A drop.json that cannot be meant is told, and nothing outside is touched", arguments: manifests)
  func refusesManifests(text: String, code: DropError.Code) throws {
    let drop = try test.drop(3)
    try test.write(text, as: "\(drop.id)/drop.json")
    #expect(self.code { _ = try test.inbox.contents(of: drop) } == code)
    #expect(self.code { try test.inbox.remove(drop) } == code)
    #expect(try test.names(drop.id) == ["1", "drop.json"])
  }

  @Test("A drop.json in seconds, with keys that are not known, is read")
  func readsOtherManifests() throws {
    let drop = try test.drop(3)
    try test.write(
      #"{"more":[1],"version":1,"created_at":"2024-01-01T00:00:00Z","files":[{"file":"1","name":"a","bytes":3,"x":0}]}"#,
      as: "\(drop.id)/drop.json")
    let contents = try test.inbox.contents(of: drop)
    #expect(contents.createdAt == Date(timeIntervalSince1970: 1_704_067_200))
    #expect(contents.files.map(\.name) == ["a"])
  }

  @Test(
    "A drop.json that is missing, a link, a folder or a pipe is told",
    arguments: ["", "link", "folder", "pipe"])
  func refusesOtherKinds(kind: String) throws {
    let drop = try test.drop(3)
    let other = try test.drop(3)
    let name = "\(drop.id)/drop.json"
    try test.remove(name)
    switch kind {
    case "link": try test.link(name, to: "../\(other.id)/drop.json")
    case "folder": try test.makeFolder(name)
    case "pipe": try #require(mkfifo("\(test.path)/\(name)", 0o600) == 0)
    default: break
    }
    #expect(code { _ = try test.inbox.contents(of: drop) } == .damaged)
  }

  @Test("A file that is missing, of another size, a link, a folder or a pipe is told when it is opened")
  func refusesFiles() throws {
    let drop = try test.drop(3, 3, 3, 3, 3, 3)
    try test.remove("\(drop.id)/1")
    try test.write("four", as: "\(drop.id)/2")
    for number in 3...5 { try test.remove("\(drop.id)/\(number)") }
    try test.link("\(drop.id)/3", to: "6")
    try test.makeFolder("\(drop.id)/4")
    try #require(mkfifo("\(test.path)/\(drop.id)/5", 0o600) == 0)
    let codes: [DropError.Code] = [.missing, .sizeDiffers, .notAFile, .notAFile, .notAFile]
    let files = try test.inbox.contents(of: drop).files
    for (file, code) in zip(files, codes) {
      let error = #expect(throws: DropError.self) { try test.inbox.open(file, of: drop) }
      #expect(error?.code == code)
      #expect(error?.file == file.file)
    }
    #expect(try test.inbox.open(files[5], of: drop).byteCount == 3)
  }

  @Test("A drop that is gone, or of which only the folder is left, is told apart from a damaged one")
  func tellsGone() throws {
    let drop = try test.drop(3)
    for name in ["1", "drop.json"] { try test.remove("\(drop.id)/\(name)") }
    #expect(code { _ = try test.inbox.contents(of: drop) } == .gone)
    try test.inbox.remove(drop)
    #expect(try test.names() == [])
    #expect(code { _ = try test.inbox.contents(of: drop) } == .gone)
  }
}
