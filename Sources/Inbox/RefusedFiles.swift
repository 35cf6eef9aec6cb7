import DurableFiles

/// What `refused.json` holds.
struct RefusedFiles: Codable {
  static let fileName: FilePath = "refused.json"
  /// What the name of one that is being written begins with.
  static let unfinishedPrefix = ".refused-"
  /// The version that is written.
  static let version = 1

  var version = Self.version
  let refused: [Refusal]
}
