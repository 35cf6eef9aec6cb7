import Foundation
import Testing

/// Text that is part of the interface and must change only on purpose.
enum Snapshot {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Snapshots")

  /// Compares `text` with the file `name`. With RECORD_SNAPSHOTS=1 in the environment it writes the
  /// file instead and fails, so that a recording cannot be taken for a passed test.
  static func check(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name)", sourceLocation: sourceLocation)
      return
    }
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == recorded, sourceLocation: sourceLocation)
  }
}
