import Testing

@testable import DurableFiles

@Suite("Paths as bytes")
struct FilePathTests {
  static let parts: [(path: String, folder: String, name: String)] = [
    ("a.jpg", ".", "a.jpg"),
    ("d/a.jpg", "d", "a.jpg"),
    ("d//a.jpg", "d", "a.jpg"),
    ("d/e/a", "d/e", "a"),
    ("/a", "/", "a"),
    ("//a", "/", "a"),
    ("./a", ".", "a"),
    ("../a", "..", "a"),
    ("d/", "d", ""),
  ]

  @Test("A path has a folder and a name", arguments: parts)
  func splits(path: String, folder: String, name: String) {
    #expect(FilePath(path).folder == FilePath(folder))
    #expect(Array(FilePath(path).name) == Array(name.utf8))
  }

  @Test(
    "A name is put behind a folder with one slash",
    arguments: [("d", "d/a"), ("d/", "d/a"), ("/", "/a"), (".", "./a"), ("", "a")])
  func appends(folder: String, path: String) {
    #expect(FilePath(folder).appending("a".utf8) == FilePath(path))
  }

  @Test("Bytes that are no UTF-8 stay as they are, and only the description repairs them")
  func keepsBytes() {
    let path = FilePath(bytes: [0x64, 0x2F, 0xFF, 0xFE])
    #expect(path.folder.appending(path.name) == path)
    #expect(path.description == "d/\u{FFFD}\u{FFFD}")
    path.withCString { start in
      #expect((0..<5).map { UInt8(bitPattern: start[$0]) } == [0x64, 0x2F, 0xFF, 0xFE, 0])
    }
  }
}
