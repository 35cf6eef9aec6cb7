import Testing

@testable import Hashing

@Suite("SHA-1")
struct SHA1Tests {
  /// FIPS 180-4's own examples, as NIST publishes them.
  static let examples: [(text: String, digest: String)] = [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ]

  @Test("The examples of the standard come out, also from a hasher that was used before", arguments: examples)
  func example(text: String, digest: String) {
    let hasher = SHA1Hasher()
    for _ in 0..<2 {
      for byte in text.utf8 { withUnsafeBytes(of: byte) { hasher.update($0) } }
      let hexadecimal = hasher.finish().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      #expect(hexadecimal.joined() == digest)
    }
  }
}
