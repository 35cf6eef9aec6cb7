/// Why an original could not be kept. Nothing is written then.
///
/// What is wrong with the photo itself is a `PhotoPreparer.Error`, and with the disk a `FileSystemError`.
public struct GalleryError: Error, Hashable, Sendable {
  /// What kind of failure it was. More kinds may come, so a `switch` over them needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case reasonMissing = "reason_missing"
      case invalidLocation = "invalid_location"
      case encoderMissing = "encoder_missing"
      case encodingFailed = "encoding_failed"
      case unsupported
      case notKept = "not_kept"
    }

    private let kind: Kind

    /// Nobody said why the original is kept.
    public static let reasonMissing = Code(kind: .reasonMissing)
    /// The place that was asked for is none on Earth.
    public static let invalidLocation = Code(kind: .invalidLocation)
    /// libheif, or its encoder for HEVC, is not installed.
    public static let encoderMissing = Code(kind: .encoderMissing)
    /// The encoder gave up.
    public static let encodingFailed = Code(kind: .encodingFailed)
    /// What was asked for cannot be done to a file of this kind.
    public static let unsupported = Code(kind: .unsupported)
    /// The copy, read back, is not what was to be kept.
    public static let notKept = Code(kind: .notKept)

    /// The word that scripts match, such as `encoder_missing`.
    public var description: String { kind.rawValue }
  }

  /// What kind of failure it was.
  public let code: Code
  /// The photo, as the caller named it.
  public let file: String
  /// One sentence without the file's name, in lower case and without a full stop.
  public let message: String
}

extension GalleryError: CustomStringConvertible {
  public var description: String { "\(file): \(message)" }
}
