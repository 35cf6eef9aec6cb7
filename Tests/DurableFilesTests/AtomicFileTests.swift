import Foundation
import PhotoFixtures
import Testing

@testable import DurableFiles

@Suite("Atomic files")
struct AtomicFileTests {
  private let scratch: ScratchFolder
  private let temporaries = TemporaryFiles()
  private let bytes = [UInt8]("the new content".utf8)

  init() throws {
    scratch = try ScratchFolder()
  }

  private func file(_ name: String, overwriting: Bool = false) -> AtomicFile {
    AtomicFile(
      path: FilePath("\(scratch.path)/\(name)"), overwriting: overwriting, temporaries: temporaries)
  }

  private func write(_ file: AtomicFile) throws {
    try bytes.withUnsafeBytes { try file.write($0) }
  }

  /// Writes `file` and returns why that failed.
  private func failure(_ file: AtomicFile) -> FileSystemError? {
    #expect(throws: FileSystemError.self) { try write(file) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  @Test("A new file has all bytes, and no temporary file is left", arguments: [false, true])
  func writes(overwriting: Bool) throws {
    try write(file("a", overwriting: overwriting))
    #expect(try scratch.read("a") == bytes)
    #expect(try names() == ["a"])
    let mode = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/a")[.posixPermissions]
    #expect((mode as? Int).map { $0 & 0o133 } == 0)
  }

  @Test("No bytes at all are a file, too")
  func writesEmpty() throws {
    try file("a").write(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(try scratch.read("a") == [])
  }

  @Test("An existing file stays unless it is to be overwritten")
  func keepsExisting() throws {
    try scratch.write([1, 2, 3], as: "a")
    #expect(failure(file("a"))?.code == .exists)
    #expect(try scratch.read("a") == [1, 2, 3])
    #expect(try names() == ["a"])
  }

  @Test("A longer file is replaced as a whole")
  func replacesLonger() throws {
    try scratch.write([UInt8](repeating: 9, count: 10_000), as: "a")
    try write(file("a", overwriting: true))
    #expect(try scratch.read("a") == bytes)
    #expect(try names() == ["a"])
  }

  @Test("A reader that has the old file open keeps reading the old content")
  func leavesOpenFilesAlone() throws {
    try scratch.write([1, 2, 3], as: "a")
    let source = try FileByteSource(path: "\(scratch.path)/a")
    try write(file("a", overwriting: true))
    var old = [UInt8](repeating: 0, count: 9)
    #expect(try old.withUnsafeMutableBytes { try source.read(into: $0, at: 0) } == 3)
    #expect(old.prefix(3) == [1, 2, 3])
  }

  @Test("A link is replaced itself, and is something that exists", arguments: ["target", "nothing"])
  func replacesLinks(target: String) throws {
    try scratch.write([1, 2, 3], as: "target")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/a", withDestinationPath: target)
    #expect(failure(file("a"))?.code == .exists)
    try write(file("a", overwriting: true))
    #expect(try scratch.read("target") == [1, 2, 3])
    #expect(try names() == ["a", "target"])
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(scratch.path)/a")
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
  }

  @Test("A folder in the way is never replaced", arguments: [false, true])
  func keepsFolders(overwriting: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/a/b", withIntermediateDirectories: true)
    let code = failure(file("a", overwriting: overwriting))?.code
    #expect(code == (overwriting ? .isADirectory : .exists))
    #expect(try names() == ["a"])
  }

  @Test("A missing folder is told by its name")
  func tellsMissingFolder() throws {
    let error = failure(file("missing/a"))
    #expect(error?.code == .notFound)
    #expect(error?.path == "\(scratch.path)/missing")
  }

  @Test(
    "A folder that may not be written to is told",
    .enabled(if: geteuid() != 0, "permissions do not hold for the superuser"))
  func tellsReadOnlyFolder() throws {
    try #require(chmod(scratch.path, 0o500) == 0)
    defer { chmod(scratch.path, 0o700) }
    #expect(failure(file("a"))?.code == .permissionDenied)
  }

  @Test(
    "A full disk is told, and nothing is left on it",
    .enabled(if: SmallDisk.isAvailable, "only the superuser may mount a tmpfs, and only on Linux"))
  func tellsFullDisk() throws {
    try SmallDisk.mounted(at: scratch.path, byteCount: 16 << 10) {
      try scratch.write([1, 2, 3], as: "a")
      let big = [UInt8](repeating: 5, count: 64 << 10)
      let error = #expect(throws: FileSystemError.self) {
        try big.withUnsafeBytes { try file("a", overwriting: true).write($0) }
      }
      #expect(error?.code == .noSpace)
      #expect(error?.path == "\(scratch.path)/a")
      #expect(try names() == ["a"])
      #expect(try scratch.read("a") == [1, 2, 3])
    }
  }

  @Test("Many threads that want one name: one gets it, the others are told")
  func isExclusive() async throws {
    let results = await withTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          do {
            try write(file("a"))
            return FileSystemError.Code?.none
          } catch {
            return (error as? FileSystemError)?.code
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count(where: { $0 == nil }) == 1)
    #expect(results.count(where: { $0 == .exists }) == 15)
    #expect(try names() == ["a"])
  }

  @Test("A process that ends removes what is unfinished and leaves what is finished")
  func removesAll() throws {
    try write(file("a"))
    for name in ["b", "c"] {
      let path = FilePath("\(scratch.path)/\(name)")
      let descriptor = temporaries.create(path) { path.withCString { open($0, O_CREAT | O_WRONLY, 0o600) } }
      try #require(descriptor >= 0)
      close(descriptor)
    }
    temporaries.removeAll()
    #expect(try names() == ["a"])
  }
}
