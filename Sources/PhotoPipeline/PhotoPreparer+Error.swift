extension PhotoPreparer {
  /// Why a photo could not be prepared or inspected.
  ///
  /// The list is closed: a caller that switches over it has answered every case. What the disk does
  /// wrong is not in it; that is a ``FileSystemError``.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// The bytes are no picture of a known format.
    case notAnImage(file: String, reason: String)
    /// A picture, but of a kind that is not read (yet); `reason` names the kind.
    case unsupported(file: String, reason: String)
    /// Pixels are missing or cannot be trusted.
    case damaged(file: String, reason: String)
    /// More pixels, or more memory to decode them, than the limits allow.
    case tooLarge(file: String, reason: String)
    /// The encoded result still carried something that it must not carry. Nothing was handed over.
    case notClean(file: String, reason: String)
  }
}

extension PhotoPreparer.Error: CustomStringConvertible {
  /// The file that the error is about, as the caller named it.
  public var file: String {
    switch self {
    case .notAnImage(let file, _), .unsupported(let file, _), .damaged(let file, _),
      .tooLarge(let file, _), .notClean(let file, _):
      file
    }
  }

  /// One sentence without the file's name, in lower case and without a full stop.
  public var reason: String {
    switch self {
    case .notAnImage(_, let reason), .unsupported(_, let reason), .damaged(_, let reason),
      .tooLarge(_, let reason), .notClean(_, let reason):
      reason
    }
  }

  /// The word that scripts match: `not_an_image`, `unsupported`, `damaged`, `too_large` or `not_clean`.
  public var code: String {
    switch self {
    case .notAnImage: "not_an_image"
    case .unsupported: "unsupported"
    case .damaged: "damaged"
    case .tooLarge: "too_large"
    case .notClean: "not_clean"
    }
  }

  public var description: String {
    let kind = code.replacing("_", with: " ")
    return "\(file): \(kind): \(reason)"
  }
}
