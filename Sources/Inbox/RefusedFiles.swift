import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `refused.json` holds.
struct RefusedFiles: Codable {
  /// What only is read first, as anything else may change its meaning.
  private struct Header: Codable {
    let version: Int
  }

  static let fileName: FilePath = "refused.json"
  /// What the name of one that is being written begins with.
  static let unfinishedPrefix = ".refused-"
  /// The version that is written, and the last that is read.
  static let version = 1

  var version = Self.version
  let refused: [Refusal]

  /// The reasons that `bytes` hold; none if they are of another version, or say what they cannot mean.
  ///
  /// Files of a drop that are not named are removed. So all of it counts or nothing: a name that no file of a
  /// drop has is no reason to remove one that has another name.
  static func refusals(_ bytes: [UInt8]) -> [Refusal] {
    let data = Data(bytes)
    // A file that somebody has changed is no reason to hide the drop, so why it cannot be read does not matter.
    guard let header = try? JSONDecoder().decode(Header.self, from: data), header.version == version,
      let refusals = try? JSONDecoder().decode(RefusedFiles.self, from: data).refused,
      refusals.allSatisfy({ $0.file == DropManifest.fileName.description || isNumber($0.file) })
    else { return [] }
    return refusals
  }

  /// Whether `name` is one that ``DropManifest`` gives to files: 1, 2 and so on.
  private static func isNumber(_ name: String) -> Bool {
    guard let number = Int(name) else { return false }
    return number > 0 && "\(number)" == name
  }
}
