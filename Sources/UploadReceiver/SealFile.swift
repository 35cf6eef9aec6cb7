import Hashing
import JSONText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What lies beside a file that was received: who reads the folder finds in it what the file is, and knows by it that
/// the file is whole.
struct SealFile: Decodable {
  private var version = 1
  private var entry: String
  private var media: String
  private var bytes: Int
  private var sha256: String
  private var type: String?

  /// What is written for `file`, which is called `name`.
  static func text(_ file: StoredFile, name: String) -> String {
    JSONValue.object([
      .init("version", .integer(1)), .init("entry", .string(file.key.entry)),
      .init("media", .string(file.key.media)), .init("file", .string(name)),
      .init("bytes", .integer(file.byteCount)), .init("sha256", .string(file.sha256.description)),
      .init("type", .optional(file.type?.rawValue)),
      .init("received_at", .optional(Timestamp.text(file.receivedAt))),
    ]).line + "\n"
  }

  /// - Returns: `nil` if `bytes` are not what was written for the file of `key`.
  static func read(_ bytes: [UInt8], of key: MediaKey, receivedAt: Date) -> StoredFile? {
    // It is torn, which is told by having none: then the file itself is looked at.
    guard let seal = try? JSONDecoder().decode(SealFile.self, from: Data(bytes)), seal.version == 1,
      seal.entry == key.entry, seal.media == key.media, seal.bytes >= 0,
      let sha256 = SHA256Digest(hexadecimal: seal.sha256)
    else { return nil }
    let type = seal.type.map(MediaType.init(rawValue:))
    if case .some(.none) = type { return nil }
    return StoredFile(
      key: key, byteCount: seal.bytes, sha256: sha256, type: type ?? nil, receivedAt: receivedAt)
  }
}
