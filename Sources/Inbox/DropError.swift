/// What is wrong with a drop itself, as opposed to the disk that it lies on.
///
/// It will be as wrong the next time, so the drop is to be set aside, but for ``Code/gone``, which is no
/// failure, and ``Code/refused``.
public struct DropError: Error, Hashable, Sendable {
  /// What kind of failure it is. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case gone
      case refused
      case newerVersion = "newer_version"
      case damaged
      case missing = "not_found"
      case sizeDiffers = "size_differs"
      case notAFile = "not_a_file"
    }

    private let kind: Kind

    /// The drop is gone, or empty: it has been removed by whoever took it.
    /// `ShareInbox/remove(_:except:)` finishes that.
    public static let gone = Code(kind: .gone)
    /// The drop has been refused and not yet moved; `ShareInbox/setAside(_:_:)` finishes that.
    public static let refused = Code(kind: .refused)
    /// `drop.json` was written by a later version.
    public static let newerVersion = Code(kind: .newerVersion)
    /// `drop.json` is missing or says what it cannot mean.
    public static let damaged = Code(kind: .damaged)
    /// A file is missing.
    public static let missing = Code(kind: .missing)
    /// A file has another size than was copied.
    public static let sizeDiffers = Code(kind: .sizeDiffers)
    /// A link, folder or pipe lies in place of a file.
    public static let notAFile = Code(kind: .notAFile)

    public var description: String { kind.rawValue }
  }

  /// The kind of failure.
  public let code: Code
  /// The drop.
  public let drop: Drop
  /// The file in the drop: `1`, or `drop.json` where the whole drop cannot be read.
  public let file: String
  /// One sentence in lower case and without a full stop.
  public let message: String
}

extension DropError: CustomStringConvertible {
  public var description: String { "\(drop.id)/\(file): \(message)" }
}
