import Foundation
import PhotoFixtures
import Testing

@testable import DurableFiles

@Suite("Copies of files")
struct FileCopyTests {
  private let scratch: ScratchFolder
  private let folder: Folder

  init() throws {
    scratch = try ScratchFolder()
    folder = try Folder(FilePath(scratch.path))
  }

  /// Sizes around the boundaries of a page and of a chunk.
  static let sizes =
    [0, 1, 4095, 4096, 4097]
    + [FileCopy.chunkByteCount - 1, FileCopy.chunkByteCount, 3 * FileCopy.chunkByteCount + 17]

  /// `count` bytes in an order that no swapped or repeated piece keeps.
  private func bytes(_ count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  @Test(
    "A copy has the same bytes in every way of copying", arguments: sizes,
    [(true, false), (true, true), (false, true)])
  func copies(size: Int, way: (usesKernel: Bool, tells: Bool)) throws {
    let content = bytes(size)
    try scratch.write(content, as: "source")
    var told: [UInt8] = []
    var copy = way.tells ? FileCopy { told += $0 } : FileCopy()
    copy.usesKernel = way.usesKernel
    let target = try folder.create("target")
    #expect(try copy.copy(folder.open("source"), to: target) == size)
    try target.finish()
    #expect(try scratch.read("target") == content)
    if way.tells { #expect(told == content) }
  }

  @Test("A source that changes while it is copied is told", arguments: ["longer", "shorter", "other bytes"])
  func tellsChange(change: String) throws {
    let size = 2 * FileCopy.chunkByteCount
    try scratch.write(bytes(size), as: "source")
    let path = "\(scratch.path)/source"
    // An old time, so that the change is seen even if the clock of the file system has not moved on.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
    let source = try folder.open("source")
    var copy = FileCopy { _ in
      switch change {
      case "longer": truncate(path, off_t(size + 1))
      case "shorter": truncate(path, off_t(size / 2))
      default: truncate(path, off_t(size))
      }
    }
    copy.usesKernel = false
    let target = try folder.create("target")
    let error = #expect(throws: FileSystemError.self) { try copy.copy(source, to: target) }
    #expect(error?.path == path)
    #expect(error?.message.contains("changed") == true)
  }

  @Test(
    "A file of /proc, which has no size but content, is told and not taken for empty",
    .enabled(if: access("/proc/self/status", R_OK) == 0, "there is no /proc"))
  func tellsFilesWithoutSize() throws {
    let source = try FileByteSource(path: "/proc/self/status")
    let target = try folder.create("target")
    #expect(throws: FileSystemError.self) { try FileCopy().copy(source, to: target) }
  }

  @Test(
    "A full disk is told with the name of the copy", .enabled(if: SmallDisk.isAvailable, "needs a tmpfs"),
    arguments: [true, false])
  func tellsFullDisk(usesKernel: Bool) throws {
    let small = try ScratchFolder()
    try scratch.write(bytes(1 << 20), as: "source")
    try SmallDisk.mounted(at: small.path, byteCount: 64 << 10) {
      let target = try Folder(FilePath(small.path)).create("target")
      var copy = FileCopy()
      copy.usesKernel = usesKernel
      let error = #expect(throws: FileSystemError.self) { try copy.copy(folder.open("source"), to: target) }
      #expect(error?.code == .noSpace)
      #expect(error?.path == "\(small.path)/target")
    }
  }
}
