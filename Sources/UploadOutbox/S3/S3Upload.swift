import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an attempt leaves for the next one: which object was begun, and the upload in parts if there is one.
///
/// It holds no credentials and nothing of what the file is called elsewhere.
struct S3Upload: Sendable, Hashable, Codable {
  /// What this code writes and reads.
  static let currentVersion = 1

  private(set) var version = S3Upload.currentVersion
  let key: String
  /// The SHA-256 of the file that it is the upload of, in hexadecimal digits.
  let sha256: String
  /// Bytes of each part but the last.
  let pieceByteCount: Int
  /// The id that S3 gave the upload; `nil` if the file is sent in one request.
  var uploadID: String?
  /// Whether the ETags of the parts are no digests of them.
  var hasOpaqueTags = false

  init(key: String, file: VerifiedFile) {
    self.key = key
    sha256 = file.sha256.description
    pieceByteCount = file.pieceByteCount
  }

  /// Reads what ``text`` has written.
  ///
  /// - Returns: `nil` for anything else, also what another version of this code has written.
  init?(_ text: String) {
    // What cannot be read is no upload that could be continued, whatever the cause.
    guard let upload = try? JSONDecoder().decode(S3Upload.self, from: Data(text.utf8)),
      upload.version == Self.currentVersion
    else { return nil }
    self = upload
  }

  /// As text that can be remembered.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, numbers and truth values can always be written.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether it is of the same object, file and pieces as `other`.
  func continues(_ other: S3Upload) -> Bool {
    key == other.key && sha256 == other.sha256 && pieceByteCount == other.pieceByteCount
  }
}
