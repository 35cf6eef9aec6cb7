import DurableFiles
import Foundation
import PhotoFixtures
import PhotoPipeline
import Testing

@testable import ShutterboxCommand

@Suite("Photos in folders")
struct FolderWalkTests {
  private let scratch: ScratchFolder
  private let walk = FolderWalk(isWanted: { _ in true }, skipped: nil)

  init() throws {
    scratch = try ScratchFolder()
  }

  private func names(_ walk: FolderWalk) -> [String] {
    walk.items(in: FilePath(scratch.path)).map {
      String($0.path.description.dropFirst(scratch.path.count + 1)) + ($0.isReadable ? "" : " failed")
    }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/\(name)", withDestinationPath: target)
  }

  @Test("Files are found folder by folder in the order of their names")
  func sorts() throws {
    for folder in ["b", "b/x", "d"] { try scratch.makeFolder(folder) }
    for name in ["c", "a", "B", "b/z", "b/x/y", "d/e", "é"] { try scratch.write([1], as: name) }
    #expect(names(walk) == ["B", "a", "b/x/y", "b/z", "c", "d/e", "é"])
  }

  @Test("Hidden and empty files are passed over")
  func passesOver() throws {
    try scratch.makeFolder(".hidden")
    for name in [".a", ".hidden/b", "c"] { try scratch.write([1], as: name) }
    try scratch.write([], as: "empty")
    #expect(names(walk) == ["c"])
  }

  @Test("Only what is wanted by its content is found")
  func asksForContent() throws {
    try scratch.write([1], as: "a")
    try scratch.write([1, 2], as: "b")
    #expect(names(FolderWalk(isWanted: { $0.byteCount == 2 }, skipped: nil)) == ["b"])
  }

  @Test("A link to a file is that file; one to a folder or to nothing is passed over")
  func treatsLinks() throws {
    try scratch.makeFolder("d")
    try scratch.write([1], as: "d/a")
    try link("file", to: "d/a")
    try link("folder", to: "d")
    try link("d/loop", to: "..")
    try link("self", to: "self")
    try link("nothing", to: "missing")
    #expect(names(walk) == ["d/a", "file"])
  }

  @Test("A pipe is passed over and not waited for")
  func passesOverPipes() throws {
    try #require(mkfifo("\(scratch.path)/pipe", 0o600) == 0)
    #expect(names(walk) == [])
  }

  @Test("The folder for the results is passed over, whatever path leads to it")
  func passesOverResults() throws {
    try scratch.makeFolder("d/out")
    for name in ["a", "d/b", "d/out/c"] { try scratch.write([1], as: name) }
    let out = try FileStatus(FilePath("\(scratch.path)/d/../d/out"), followingLinks: true)
    #expect(names(FolderWalk(isWanted: { _ in true }, skipped: out.identity)) == ["a", "d/b"])
  }

  @Test("A folder that cannot be read is told, and the rest is found", .needsPermissions)
  func tellsUnreadable() throws {
    try scratch.makeFolder("b")
    for name in ["a", "b/x", "c"] { try scratch.write([1], as: name) }
    try #require(chmod("\(scratch.path)/b", 0) == 0)
    defer { chmod("\(scratch.path)/b", 0o700) }
    #expect(names(walk) == ["a", "b failed", "c"])
  }

  @Test("A folder that vanished is told")
  func tellsMissing() {
    let items = walk.items(in: FilePath("\(scratch.path)/missing"))
    #expect(items.map(\.isReadable) == [false])
  }

  @Test("A file whose content cannot be asked for is told, and the rest is found")
  func tellsFailure() throws {
    for name in ["a", "b", "c"] { try scratch.write([1], as: name) }
    let walk = FolderWalk(
      isWanted: { source throws(FileSystemError) in
        if source.name.hasSuffix("b") { throw FileSystemError(code: .io, path: source.name, message: "bad") }
        return true
      }, skipped: nil)
    #expect(names(walk) == ["a", "b failed", "c"])
  }
}
