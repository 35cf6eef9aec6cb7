public import Foundation

/// A camera that was shown and gave no result yet.
public struct OpenCamera: Hashable, Codable, Sendable {
  /// What the app said that the capture is for, such as the id of an entry.
  public let context: String?
  /// When it was shown.
  public let since: Date
}
