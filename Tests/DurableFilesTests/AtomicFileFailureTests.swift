import Foundation
import PhotoFixtures
import Synchronization
import Testing

@testable import DurableFiles

@Suite("Atomic files on disks that fail")
struct AtomicFileFailureTests {
  private let scratch: ScratchFolder
  private let bytes = [UInt8](0..<200)

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write([1, 2, 3], as: "old")
  }

  private func file(_ name: String, overwriting: Bool = false) -> AtomicFile {
    AtomicFile(path: FilePath("\(scratch.path)/\(name)"), overwriting: overwriting)
  }

  private func write(_ file: AtomicFile) throws {
    try bytes.withUnsafeBytes { try file.write($0) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  static let numbers: [(number: CInt, code: FileSystemError.Code)] = [
    (ENOSPC, .noSpace), (EDQUOT, .noSpace), (EIO, .io), (EACCES, .permissionDenied),
    (EROFS, .permissionDenied), (ENOENT, .notFound), (EFBIG, .io),
  ]

  @Test("A temporary file that cannot be made is told", arguments: numbers)
  func failsToCreate(number: CInt, code: FileSystemError.Code) throws {
    var file = file("old", overwriting: true)
    file.calls.create = { _ in failing(number) }
    try check(file, code)
  }

  @Test("A write that fails leaves nothing but the old file", arguments: numbers)
  func failsToWrite(number: CInt, code: FileSystemError.Code) throws {
    var file = file("old", overwriting: true)
    let write = file.calls.write
    let calls = Counter()
    // The first half is written.
    file.calls.write = { calls.next() == 0 ? write($0, $1, $2 / 2) : Int(failing(number)) }
    try check(file, code)
  }

  @Test("A sync that fails leaves nothing but the old file", arguments: numbers)
  func failsToSync(number: CInt, code: FileSystemError.Code) throws {
    var file = file("old", overwriting: true)
    file.calls.sync = { _ in failing(number) }
    try check(file, code)
  }

  @Test("A rename that fails leaves nothing but the old file", arguments: numbers)
  func failsToRename(number: CInt, code: FileSystemError.Code) throws {
    var file = file("old", overwriting: true)
    file.calls.rename = { _, _ in failing(number) }
    try check(file, code)
  }

  private func check(_ file: AtomicFile, _ code: FileSystemError.Code) throws {
    let error = #expect(throws: FileSystemError.self) { try write(file) }
    #expect(error?.code == code)
    #expect(try names() == ["old"])
    #expect(try scratch.read("old") == [1, 2, 3])
  }

  @Test("Short writes and interrupted calls are carried on")
  func carriesOn() throws {
    var file = file("new")
    let (create, write, sync) = (file.calls.create, file.calls.write, file.calls.sync)
    let calls = Counter()
    file.calls.create = { calls.next() % 2 == 0 ? failing(EINTR) : create($0) }
    file.calls.write = { calls.next() % 2 == 0 ? Int(failing(EINTR)) : write($0, $1, min($2, 7)) }
    file.calls.sync = { calls.next() % 2 == 0 ? failing(EINTR) : sync($0) }
    try self.write(file)
    #expect(try scratch.read("new") == bytes)
    #expect(try names() == ["new", "old"])
  }

  @Test("A random name that is taken is not used")
  func avoidsTakenNames() throws {
    var file = file("new")
    let create = file.calls.create
    let calls = Counter()
    file.calls.create = { calls.next() < 3 ? failing(EEXIST) : create($0) }
    try write(file)
    #expect(try names() == ["new", "old"])
  }

  @Test(
    "Where there are no hard links, a new file is written all the same", arguments: [EPERM, ENOTSUP, ENOSYS])
  func worksWithoutLinks(number: CInt) throws {
    var file = file("new")
    file.calls.link = { _, _ in failing(number) }
    try write(file)
    #expect(try scratch.read("new") == bytes)
    #expect(try names() == ["new", "old"])
  }

  @Test("Where there are no hard links, an existing file stays all the same")
  func keepsExistingWithoutLinks() throws {
    var file = file("old")
    file.calls.link = { _, _ in failing(EPERM) }
    try check(file, .exists)
  }

  @Test("Where there are no hard links and the rename fails, the name is given back")
  func givesNameBack() throws {
    var file = file("new")
    file.calls.link = { _, _ in failing(EPERM) }
    file.calls.rename = { _, _ in failing(EIO) }
    let error = #expect(throws: FileSystemError.self) { try write(file) }
    #expect(error?.code == .io)
    #expect(try names() == ["old"])
  }

  @Test(
    "A folder that cannot be synced is an error only if it should be able to",
    arguments: [(EINVAL, true), (EIO, false)])
  func syncsFolder(number: CInt, isFine: Bool) throws {
    var file = file("new")
    let sync = file.calls.sync
    let calls = Counter()
    file.calls.sync = { calls.next() == 0 ? sync($0) : failing(number) }
    if isFine {
      try write(file)
    } else {
      #expect(throws: FileSystemError.self) { try write(file) }
    }
    #expect(try scratch.read("new") == bytes)
    #expect(try names() == ["new", "old"])
  }
}

/// Fails as a system call does.
private func failing(_ number: CInt) -> CInt {
  errno = number
  return -1
}

private final class Counter: Sendable {
  private let value = Atomic(0)

  /// 0, then 1, and so on.
  func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
