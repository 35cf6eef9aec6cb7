/// Something that is not as the ledger says.
public struct Finding: Sendable, Hashable {
  /// What can be wrong.
  public enum Kind: String, Sendable, CaseIterable {
    /// A row without its file.
    case missingFile = "missing_file"
    /// A file without bytes.
    case emptyFile = "empty_file"
    /// A file of another size than its row says.
    case wrongSize = "wrong_size"
    /// A file with another SHA-256 than its row says.
    case wrongContent = "wrong_content"
    /// A row that names what cannot be its file, or a link or folder in the place of a file.
    case notOwned = "not_owned"
    /// A file or folder that no row names.
    case orphan
    /// What could not be looked at.
    case unreadable
  }

  /// What is wrong.
  public let kind: Kind
  /// The file or folder, relative to the home folder.
  public let subject: String
  /// One sentence without the subject, in lower case and without a full stop.
  public let message: String
  /// Whether it has been put right.
  public let isRepaired: Bool
}
