/// What the captures do not allow, and what to do about it.
public struct CaptureStoreError: Error, Sendable, Hashable {
  /// What kind of refusal it was. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case noSuchEntry = "no_such_entry"
      case noSuchMedia = "no_such_media"
      case ambiguous
      case finished
      case stillToUpload = "still_to_upload"
      case underWay = "under_way"
      case notOwned = "not_owned"
      case changed
      case invalid
    }

    private let kind: Kind

    /// No entry has that id.
    public static let noSuchEntry = Code(kind: .noSuchEntry)
    /// No media have that id.
    public static let noSuchMedia = Code(kind: .noSuchMedia)
    /// More than one entry has an id that begins so.
    public static let ambiguous = Code(kind: .ambiguous)
    /// The entry is finished, or is being finished.
    public static let finished = Code(kind: .finished)
    /// Media of the entry are still to be uploaded.
    public static let stillToUpload = Code(kind: .stillToUpload)
    /// Another process is adding to the entry.
    public static let underWay = Code(kind: .underWay)
    /// The ledger names a file that cannot be the entry's own, or something else took its place.
    public static let notOwned = Code(kind: .notOwned)
    /// A file is not what its row says.
    public static let changed = Code(kind: .changed)
    /// A value that makes no sense, such as a reason without words.
    public static let invalid = Code(kind: .invalid)

    public var description: String { kind.rawValue }
  }

  /// The kind of refusal.
  public let code: Code
  /// The entry, media or file that it is about, as the caller named it.
  public let subject: String
  /// One sentence without the subject, in lower case and without a full stop.
  public let message: String

  package init(code: Code, subject: String, message: String) {
    self.code = code
    self.subject = subject
    self.message = message
  }
}

extension CaptureStoreError: CustomStringConvertible {
  public var description: String { "\(subject): \(message)" }
}
