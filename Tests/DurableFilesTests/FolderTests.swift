import Foundation
import PhotoFixtures
import Testing

@testable import DurableFiles

@Suite("Open folders")
struct FolderTests {
  private let scratch: ScratchFolder
  private let folder: Folder

  init() throws {
    scratch = try ScratchFolder()
    folder = try Folder(FilePath(scratch.path))
  }

  private func make(_ name: FilePath, _ bytes: [UInt8] = [1, 2, 3]) throws {
    let file = try folder.create(name)
    try file.write(bytes)
    try file.finish()
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/\(name)", withDestinationPath: target)
  }

  private func failure(_ body: () throws -> Void) -> FileSystemError? {
    #expect(throws: FileSystemError.self) { try body() }
  }

  @Test("A file that is made has its bytes, and only its owner may read it")
  func creates() throws {
    try make("a", [4, 5])
    #expect(try scratch.read("a") == [4, 5])
    let mode = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/a")[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let status = try folder.status("a")
    #expect(status.kind == .file)
    #expect(status.byteCount == 2)
    #expect(abs(status.modifiedAt / .seconds(1) - Date().timeIntervalSince1970) < 600)
  }

  @Test("A file is made only where nothing is, not even a link", arguments: ["a", "there", "nowhere", "dir"])
  func createsExclusively(name: String) throws {
    try scratch.write([9], as: "a")
    try link("there", to: "a")
    try link("nowhere", to: "nothing")
    try folder.makeFolder("dir")
    #expect(failure { _ = try folder.create(FilePath(name)) }?.code == .exists)
    #expect(failure { try folder.makeFolder(FilePath(name)) }?.code == .exists)
    #expect(try scratch.read("a") == [9])
    #expect(try folder.names() == ["a", "dir", "nowhere", "there"])
  }

  @Test(
    "What is no name is refused by every call", arguments: ["", ".", "..", "../a", "/tmp", "a/b", "a\0b"])
  func refusesPaths(text: String) throws {
    let name = FilePath(text)
    try make("a")
    #expect(failure { _ = try folder.create(name) }?.errno == EINVAL)
    #expect(failure { _ = try folder.open(name) }?.errno == EINVAL)
    #expect(failure { _ = try folder.folder(name) }?.errno == EINVAL)
    #expect(failure { _ = try folder.status(name) }?.errno == EINVAL)
    #expect(failure { try folder.makeFolder(name) }?.errno == EINVAL)
    #expect(failure { try folder.remove(name) }?.errno == EINVAL)
    #expect(failure { try folder.removeFolder(name) }?.errno == EINVAL)
    #expect(failure { try folder.rename("a", to: name) }?.errno == EINVAL)
    #expect(failure { try folder.rename(name, to: "b") }?.errno == EINVAL)
    #expect(try folder.names() == ["a"])
  }

  @Test("A link inside is neither opened nor entered, and is removed itself")
  func followsNoLink() throws {
    try make("a")
    try folder.makeFolder("dir")
    try link("file", to: "a")
    try link("door", to: "dir")
    let error = failure { _ = try folder.open("file") }
    #expect(error?.message.contains("symbolic link") == true)
    #expect(failure { _ = try folder.folder("door") } != nil)
    #expect(try folder.status("file").kind == .symbolicLink)
    #expect(try folder.remove("file"))
    #expect(try folder.remove("door"))
    #expect(try folder.names() == ["a", "dir"])
  }

  @Test("A pipe is refused and not waited for")
  func refusesPipes() throws {
    try #require(mkfifo("\(scratch.path)/pipe", 0o600) == 0)
    #expect(failure { _ = try folder.open("pipe") }?.message == "is neither a file nor a folder")
    #expect(failure { _ = try folder.folder("pipe") }?.code == .notFound)
  }

  @Test("An open folder stays the folder that it was, wherever its path leads now")
  func staysItself() throws {
    try folder.makeFolder("dir")
    let inside = try folder.folder("dir")
    try folder.rename("dir", to: "moved")
    try folder.makeFolder("dir")
    let file = try inside.create("a")
    try file.finish()
    #expect(FileManager.default.fileExists(atPath: "\(scratch.path)/moved/a"))
    #expect(try folder.folder("dir").names() == [])
  }

  @Test("Renaming moves between folders and replaces files")
  func renames() throws {
    try make("a", [1])
    try folder.makeFolder("dir")
    let inside = try folder.folder("dir")
    try folder.rename("a", to: "b", in: inside)
    try make("c", [2])
    try folder.rename("c", to: "b", in: inside)
    #expect(try inside.names() == ["b"])
    #expect(try scratch.read("dir/b") == [2])
    #expect(try folder.names() == ["dir"])
    let error = failure { try folder.rename("missing", to: "b") }
    #expect(error?.code == .notFound)
  }

  @Test("Removing what is gone is told and no error; a folder with something in it stays")
  func removes() throws {
    try folder.makeFolder("dir")
    let inside = try folder.folder("dir")
    try inside.create("a").finish()
    #expect(failure { try folder.removeFolder("dir") }?.code == .exists)
    #expect(failure { try folder.remove("dir") } != nil)
    #expect(try inside.remove("a"))
    #expect(try !inside.remove("a"))
    #expect(try folder.removeFolder("dir"))
    #expect(try !folder.removeFolder("dir"))
    try folder.sync()
  }

  @Test("Every name is listed, again and again, also one that is no UTF-8")
  func lists() throws {
    let names: [FilePath] = [".hidden", "b", "ü", FilePath(bytes: [0x62, 0xFF])]
    for name in names { try make(name) }
    for _ in 0..<2 {
      #expect(try Set(folder.names()) == Set(names))
      #expect(try folder.names().count == names.count)
    }
  }

  @Test("Missing folders are made down to the last", arguments: ["x", "x/y/z", "x//y/", "./x"])
  func makesFolders(path: String) throws {
    let made = try Folder.making(FilePath("\(scratch.path)/\(path)"))
    try made.create("a").finish()
    let again = try Folder.making(FilePath("\(scratch.path)/\(path)"))
    #expect(try again.names() == ["a"])
    let mode = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/x")[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }

  @Test("A file in the way of a folder is told")
  func tellsFileInTheWay() throws {
    try make("a")
    #expect(failure { _ = try Folder.making(FilePath("\(scratch.path)/a/b")) }?.code == .notFound)
    #expect(failure { _ = try Folder(FilePath("\(scratch.path)/a")) }?.code == .notFound)
    #expect(try scratch.read("a") == [1, 2, 3])
  }

  @Test("A process that ends removes unfinished folders with their files, and leaves published ones")
  func removesAll() throws {
    let temporaries = TemporaryFiles()
    for name: FilePath in ["done", "gone"] {
      try folder.makeFolder(name, temporaries: temporaries)
      try folder.folder(name).create("1", temporaries: temporaries).finish()
    }
    try temporaries.publishFolder(folder.path(of: "done")) { () throws(FileSystemError) in
      try folder.rename("done", to: "final")
    }
    temporaries.removeAll()
    #expect(try folder.names() == ["final"])
    #expect(try folder.folder("final").names() == ["1"])
  }
}
