import DurableFiles

/// The id of a `Subject`: a UUID whose first 48 bits are the time it was made (RFC 9562 §5.7), so that
/// ids sort by age.
public struct Identifier<Subject>: Hashable, Sendable {
  /// 36 characters in lower case, such as `019abf3c-5f00-7a31-8c4e-0123456789ab`.
  public let text: String

  /// Reads an id of any version from its usual form of 36 characters.
  ///
  /// - Returns: `nil` for anything else, in particular for all that could not be the name of a folder.
  public init?(_ text: String) {
    let text = text.lowercased()
    guard UUIDv7.hasForm(text) else { return nil }
    self.text = text
  }

  /// For ids that were made by ``IdentifierSource`` or have been read before.
  init(known text: String) {
    self.text = text
  }
}

extension Identifier: Comparable {
  public static func < (one: Identifier, other: Identifier) -> Bool { one.text < other.text }
}

extension Identifier: CustomStringConvertible {
  public var description: String { text }
}
