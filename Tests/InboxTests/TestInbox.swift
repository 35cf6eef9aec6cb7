import Foundation
import Inbox
import PhotoFixtures
import Synchronization

/// An inbox in a temporary folder, with files to drop.
struct TestInbox {
  let scratch: ScratchFolder
  let inbox: ShareInbox

  /// - Parameter now: The clock; by default one that stands still in 2023.
  init(now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_700_000_000.25) }) throws {
    scratch = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: scratch.path + "/in", withIntermediateDirectories: true)
    inbox = ShareInbox(folder: URL(fileURLWithPath: scratch.path + "/inbox"), now: now)
  }

  var path: String { scratch.path + "/inbox" }

  /// Writes a file that can be dropped.
  func input(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws -> URL {
    URL(fileURLWithPath: try scratch.write(bytes, as: "in/\(name)"))
  }

  /// Drops files of these sizes; each byte is the number of its file.
  func drop(_ sizes: Int...) throws -> Drop {
    try inbox.drop(
      files: sizes.enumerated().map { index, size in
        try input("\(index)-\(UUID()).jpg", [UInt8](repeating: UInt8(index + 1), count: size))
      })
  }

  /// The names in a folder of the inbox, sorted.
  func names(_ folder: String = "") throws -> [String] {
    let folder = "\(path)/\(folder)"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  func read(_ name: String) throws -> [UInt8] { try scratch.read("inbox/\(name)") }

  func write(_ text: String, as name: String) throws {
    try scratch.write(Array(text.utf8), as: "inbox/\(name)")
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}

/// A clock that a test sets.
final class TestClock: Sendable {
  private let seconds: Mutex<Double>

  init(_ seconds: Double) {
    self.seconds = Mutex(seconds)
  }

  func advance(by more: Double) { seconds.withLock { $0 += more } }

  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
}
