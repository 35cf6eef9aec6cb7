import Hashing
import JSONText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is on the disk of an ``UploadRecord``. Its id is the name of the file.
struct RecordFile: Decodable {
  private var version = 1
  private var entry: String
  private var media: String
  private var length: Int
  private var sha256: String?
  private var type: String?
  private var metadata: String?
  private var checked: Int?

  init(_ record: UploadRecord) {
    entry = record.key.entry
    media = record.key.media
    length = record.length
    sha256 = record.sha256?.description
    type = record.type?.rawValue
    metadata = record.metadata
    checked = record.checkedByteCount
  }

  var text: String {
    JSONValue.object([
      .init("version", .integer(version)), .init("entry", .string(entry)), .init("media", .string(media)),
      .init("length", .integer(length)), .init("sha256", .optional(sha256)), .init("type", .optional(type)),
      .init("metadata", .optional(metadata)), .init("checked", .optional(checked)),
    ]).line + "\n"
  }

  /// - Returns: `nil` if `bytes` are not what was written.
  static func read(_ bytes: [UInt8], of id: UploadID) -> UploadRecord? {
    // It is torn, which is told by having none.
    guard let file = try? JSONDecoder().decode(RecordFile.self, from: Data(bytes)), file.version == 1,
      let key = MediaKey(entry: file.entry, media: file.media), file.length >= 0, (file.checked ?? 0) >= 0
    else { return nil }
    let sha256 = file.sha256.map(SHA256Digest.init(hexadecimal:))
    let type = file.type.map(MediaType.init(rawValue:))
    // Both are there, or were not.
    if case .some(.none) = sha256 { return nil }
    if case .some(.none) = type { return nil }
    guard file.metadata.map(UploadMetadata.isHarmless) ?? true else { return nil }
    return UploadRecord(
      id: id, key: key, length: file.length, sha256: sha256 ?? nil, type: type ?? nil,
      metadata: file.metadata,
      checkedByteCount: file.checked)
  }
}
