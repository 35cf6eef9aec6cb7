import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the sender of an upload says of it in `Upload-Metadata`, as far as it is understood here.
///
/// Only ids, a hash and a type are. Whatever else comes, such as a file name or a password, is forgotten at once: it is
/// neither stored nor sent back nor logged.
struct UploadMetadata: Sendable, Hashable {
  /// Ids that the sender gave; `nil` if there are none.
  var key: MediaKey?
  var sha256: SHA256Digest?
  var type: MediaType?
  /// The pairs that were understood, as they were written; `nil` if there are none.
  var text: String?

  init() {}

  /// The longest header that is read, in bytes.
  static let limit = 8192

  /// Reads the value of the header.
  ///
  /// tus 1.0.0, "Upload-Metadata": "one or more comma-separated key-value pairs. The key and value MUST be separated by
  /// a space. The key MUST NOT contain spaces and commas and MUST NOT be empty. [...] the value MUST be Base64 encoded.
  /// All keys MUST be unique. The value MAY be empty."
  init(_ header: String) throws(RequestError) {
    guard header.utf8.count <= Self.limit else { throw .tooLong("Upload-Metadata") }
    var values: [String: String] = [:]
    var kept: [String] = []
    var keys: Set<String> = []
    for pair in header.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = pair.trimmingSpaces
      let parts = pair.split(separator: " ", omittingEmptySubsequences: false)
      guard let key = parts.first, !key.isEmpty, parts.count <= 2,
        let value = Data(base64Encoded: String(parts.count == 2 ? parts[1] : ""))
      else { throw .malformed("Upload-Metadata") }
      guard keys.insert(String(key)).inserted else {
        throw RequestError(400, "Upload-Metadata has a key twice")
      }
      guard Self.knownKeys.contains(String(key)) else { continue }
      values[String(key)] = String(decoding: value, as: UTF8.self)
      kept.append(String(pair))
    }
    try read(values)
    text = kept.isEmpty ? nil : kept.joined(separator: ",")
  }

  static let knownKeys: Set<String> = ["entry", "media", "sha256", "type"]

  private mutating func read(_ values: [String: String]) throws(RequestError) {
    switch (values["entry"], values["media"]) {
    case (nil, nil): break
    case (let entry?, let media?):
      guard let key = MediaKey(entry: entry, media: media) else {
        throw RequestError(400, "entry and media in Upload-Metadata must be UUIDs")
      }
      guard values["sha256"] != nil else {
        throw RequestError(400, "Upload-Metadata names a media and lacks its sha256")
      }
      self.key = key
    default: throw RequestError(400, "Upload-Metadata must have both entry and media, or neither")
    }
    if let text = values["sha256"] {
      guard let digest = SHA256Digest(hexadecimal: text) else {
        throw RequestError(400, "sha256 in Upload-Metadata must be 64 hexadecimal digits")
      }
      sha256 = digest
    }
    if let text = values["type"] {
      guard let type = MediaType(rawValue: text.lowercased()) else {
        throw RequestError(415, "the type in Upload-Metadata is none that is taken here", .type)
      }
      self.type = type
    }
  }

  /// Whether `text` is such that it can be sent in a header: it is read from the disk, where somebody may have changed
  /// it.
  static func isHarmless(_ text: String) -> Bool {
    text.utf8.count <= limit && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Without the spaces and tabs at both ends, which belong to no header's value (RFC 9110 §5.5).
  var trimmingSpaces: Substring {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) })
    else {
      return self[endIndex..<endIndex]
    }
    return self[first...last]
  }
}
