import Foundation

/// A temporary folder that is removed with everything in it when the value goes.
public final class ScratchFolder: Sendable {
  /// Where temporary files go: `TMPDIR`, else `/tmp`.
  static var root: String {
    ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// The absolute path of the folder.
  public let path: String

  /// Makes an empty folder that nobody else uses.
  ///
  /// - Throws: ``FixtureError`` if it cannot be made.
  public init() throws {
    var template = Array("\(Self.root)/photo-fixtures-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FixtureError("cannot make a temporary folder") }
    path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  // A folder that cannot be removed is no reason to fail a test; the system clears it some day.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file into the folder and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Reads a file of the folder.
  public func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }
}
