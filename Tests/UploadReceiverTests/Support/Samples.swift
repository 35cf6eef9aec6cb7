import Foundation
import Hashing

/// Files that the receiver takes for what they pretend to be: it looks at their first bytes only.
enum Samples {
  static let entry = "019abf3c-5f00-7a31-8c4e-0123456789ab"
  static let media = "019abf3c-5f00-7a31-8c4e-ba9876543210"

  /// A JPEG for those who read no more than its beginning; every `seed` gives other bytes.
  static func jpeg(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0].prefix(count)
      + (0..<max(0, count - 4)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) }
  }

  static func sha256(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { SHA256Digest(of: $0) }.description
  }

  static func checksum(_ bytes: [UInt8]) -> String {
    "sha256 " + Data(bytes.withUnsafeBytes { SHA256Digest(of: $0) }.bytes).base64EncodedString()
  }

  /// What a sender says of `bytes`.
  static func metadata(
    _ bytes: [UInt8], entry: String = entry, media: String = media, type: String = "image/jpeg"
  ) -> [(String, String)] {
    [("entry", entry), ("media", media), ("sha256", sha256(bytes)), ("type", type)]
  }
}
