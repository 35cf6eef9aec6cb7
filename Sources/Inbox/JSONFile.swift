import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Small JSON files of the inbox.
enum JSONFile {
  /// `value` as JSON in one line.
  ///
  /// - Parameter path: The file that errors name.
  static func bytes(_ value: some Encodable, for path: FilePath) throws(FileSystemError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try [UInt8](encoder.encode(value)) + [UInt8(ascii: "\n")]
    } catch {
      throw FileSystemError(code: .io, path: path.description, message: "cannot be written as JSON: \(error)")
    }
  }

  /// The bytes of a file of the inbox.
  ///
  /// - Returns: `nil` if it has more than `limit` bytes.
  static func read(_ name: FilePath, in folder: Folder, limit: Int) throws(FileSystemError) -> [UInt8]? {
    try folder.open(name).bytes(limit: limit)
  }
}
