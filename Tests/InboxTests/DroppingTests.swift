import DurableFiles
import Foundation
import Inbox
import PhotoFixtures
import Testing

@Suite("Dropping files")
struct DroppingTests {
  private let test: TestInbox

  init() throws {
    test = try TestInbox()
  }

  private func failure(_ files: [URL]) -> FileSystemError? {
    #expect(throws: FileSystemError.self) { try test.inbox.drop(files: files) }
  }

  @Test("A drop is a folder of numbered files with the same bytes, readable for its owner only")
  func drops() throws {
    let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
    let files = [try test.input("IMG_1.HEIC", bytes), try test.input("empty.mov", [])]
    let drop = try test.inbox.drop(files: files)
    #expect(try test.names() == [drop.id])
    #expect(try test.names(drop.id) == ["1", "2", "drop.json"])
    for (index, file) in files.enumerated() {
      let sums = try Tool.output("sha256sum", [file.path, "\(test.path)/\(drop.id)/\(index + 1)"])
      let words = String(decoding: sums, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      #expect(words.count == 4 && words[0] == words[2])
    }
    for (name, mode) in [
      ("", 0o700), (drop.id, 0o700), ("\(drop.id)/1", 0o600), ("\(drop.id)/drop.json", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(test.path)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
    // Read by something that is not this module.
    let json = try JSONSerialization.jsonObject(with: Data(test.read("\(drop.id)/drop.json")))
    let object = try #require(json as? [String: Any])
    #expect(object["version"] as? Int == 1)
    #expect(object["created_at"] as? String == "2023-11-14T22:13:20.250Z")
    let entries = try #require(object["files"] as? [[String: Any]])
    #expect(entries.map { $0["file"] as? String } == ["1", "2"])
    #expect(entries.map { $0["name"] as? String } == ["IMG_1.HEIC", "empty.mov"])
    #expect(entries.map { $0["bytes"] as? Int } == [bytes.count, 0])
  }

  @Test("Names that are the same, or differ in case or Unicode form only, do not clash")
  func keepsNamesApart() throws {
    let names = ["image.jpg", "IMAGE.JPG", "\u{E9}.jpg", "e\u{301}.jpg", "image.jpg"]
    let files = try names.enumerated().map { index, name in
      try FileManager.default.createDirectory(
        atPath: "\(test.scratch.path)/in/\(index)", withIntermediateDirectories: true)
      return try test.input("\(index)/\(name)", [UInt8(index)])
    }
    // A file that is named twice is copied twice.
    let drop = try test.inbox.drop(files: files + [files[0]])
    let contents = try test.inbox.contents(of: drop)
    #expect(contents.files.map { Array($0.name.utf8) } == (names + [names[0]]).map { Array($0.utf8) })
    for number in 1...6 { #expect(try test.read("\(drop.id)/\(number)") == [UInt8((number - 1) % 5)]) }
  }

  @Test("A name that is no UTF-8 is kept with U+FFFD, and one that is hostile is a name only")
  func keepsAnyName() throws {
    let folder = try Folder(FilePath(test.scratch.path + "/in"))
    let names: [FilePath] = [
      FilePath(bytes: [0x61, 0xFF, 0x62]), "a\nb\"\\\u{202E}.jpg", "drop.json", "-rf", "1",
    ]
    for name in names { try folder.create(name).finish() }
    let (drop, made) = try test.inbox.drop(names.map { folder.path(of: $0) })
    let contents = try test.inbox.contents(of: drop)
    #expect(contents == made)
    #expect(contents.files.map(\.name) == ["a\u{FFFD}b", "a\nb\"\\\u{202E}.jpg", "drop.json", "-rf", "1"])
    #expect(try test.names(drop.id) == ["1", "2", "3", "4", "5", "drop.json"])
  }

  @Test("A path with dots leads to the file that it names, and the copy stays inside")
  func staysInside() throws {
    _ = try test.input("a.jpg")
    let (drop, contents) = try test.inbox.drop(
      [FilePath(test.scratch.path + "/inbox/../in/../in/a.jpg")].map {
        // The inbox must be there for the path to lead through it.
        try test.makeFolder("")
        return $0
      })
    #expect(contents.files.map(\.name) == ["a.jpg"])
    #expect(try test.names() == [drop.id])
  }

  @Test("A link to a file stands for the file")
  func followsNamedLinks() throws {
    let file = try test.input("a.jpg", [7])
    let link = test.scratch.path + "/in/link.jpg"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    let drop = try test.inbox.drop(files: [URL(fileURLWithPath: link)])
    #expect(try test.read("\(drop.id)/1") == [7])
    #expect(try test.inbox.contents(of: drop).files.map(\.name) == ["link.jpg"])
  }

  @Test(
    "What is no regular file is told by its name, and nothing is left of the drop",
    arguments: ["missing", "folder", "pipe", "nowhere", "/dev/null", "/proc/self/status"])
  func refuses(name: String) throws {
    let folder = test.scratch.path + "/in"
    try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
    try #require(mkfifo(folder + "/pipe", 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: folder + "/nowhere", withDestinationPath: "nothing")
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    let error = try failure([test.input("a.jpg"), URL(fileURLWithPath: path)])
    #expect(error?.path.hasPrefix(path) == true)
    #expect(try test.names() == [])
  }

  @Test("No files at all, and an address that is no file, are errors that make nothing")
  func refusesNothing() throws {
    #expect(failure([])?.message.contains("no files") == true)
    #expect(
      try failure([#require(URL(string: "https://example.org/a.jpg"))])?.path == "https://example.org/a.jpg")
    #expect(!FileManager.default.fileExists(atPath: test.path))
  }

  @Test(
    "A full disk is told, and nothing is left on it",
    .enabled(if: SmallDisk.isAvailable, "only the superuser may mount a tmpfs, and only on Linux"))
  func tellsFullDisk() throws {
    try test.makeFolder("")
    let files = [try test.input("a", [1]), try test.input("b", [UInt8](repeating: 5, count: 256 << 10))]
    try SmallDisk.mounted(at: test.path, byteCount: 64 << 10) {
      let error = failure(files)
      #expect(error?.code == .noSpace)
      #expect(error?.path.hasSuffix("/2") == true)
      #expect(try test.names() == [])
      // The place that it took is free again.
      _ = try test.inbox.drop(files: [files[0]])
      #expect(try test.inbox.drops().count == 1)
    }
  }

  @Test(
    "An inbox on a disk that is read-only is told",
    .enabled(if: SmallDisk.isAvailable, "only the superuser may mount a tmpfs, and only on Linux"))
  func tellsReadOnlyDisk() throws {
    try test.makeFolder("")
    let file = try test.input("a.jpg")
    try SmallDisk.mounted(at: test.path, byteCount: 64 << 10) {
      _ = try Tool.output("mount", ["-o", "remount,ro", test.path])
      let error = failure([file])
      #expect(error?.code == .permissionDenied)
      #expect(error?.path.hasPrefix(test.path) == true)
      #expect(try test.names() == [])
    }
  }

  @Test(
    "An inbox that may not be written to is told",
    .enabled(if: geteuid() != 0, "permissions do not hold for the superuser"))
  func tellsReadOnlyInbox() throws {
    try test.makeFolder("")
    try #require(chmod(test.path, 0o500) == 0)
    defer { chmod(test.path, 0o700) }
    #expect(try failure([test.input("a.jpg")])?.code == .permissionDenied)
    #expect(try test.names() == [])
  }

  @Test("A file in place of the inbox is told and stays")
  func tellsFileInTheWay() throws {
    try test.scratch.write([9], as: "inbox")
    #expect(try failure([test.input("a.jpg")])?.path == test.path)
    #expect(try test.scratch.read("inbox") == [9])
  }

  @Test("Many drops at a time are all whole, and each has its own id")
  func dropsAtATime() async throws {
    let file = try test.input("a.jpg", [UInt8](repeating: 4, count: 50_000))
    let drops = try await withThrowingTaskGroup { group in
      for _ in 0..<32 { group.addTask { try test.inbox.drop(files: [file, file]) } }
      return try await group.reduce(into: Set<Drop>()) { $0.insert($1) }
    }
    #expect(drops.count == 32)
    #expect(try Set(test.inbox.drops()) == drops)
    for drop in drops {
      #expect(try test.inbox.contents(of: drop).files.map(\.byteCount) == [50_000, 50_000])
    }
  }

  @Test("What a share extension links is small: files, threads, and nothing that decodes or stores")
  func linksLittle() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let allowed: Set = [
      "CFileCopy", "Darwin", "DurableFiles", "Foundation", "FoundationEssentials", "Glibc", "Musl",
      "Synchronization", "UniformTypeIdentifiers",
      "Threading",
    ]
    for module in ["Inbox", "DurableFiles", "Threading"] {
      let folder = root.appendingPathComponent("Sources/\(module)").path
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let text = try String(
          decoding: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
        for line in text.split(separator: "\n") {
          let words = line.split(separator: " ")
          guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy({ !$0.hasPrefix("/") })
          else {
            continue
          }
          #expect(allowed.contains(String(words[index + 1])), "\(module)/\(name): \(line)")
        }
      }
    }
  }
}
