import Testing

@testable import Hashing

@Suite("HMAC-SHA-256 and MD5")
struct HMACSHA256Tests {
  /// RFC 4231, test cases 1, 2, 6 and 7.
  static let examples: [(key: [UInt8], message: String, code: String)] = [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "This is a test using a larger than block-size key and a larger than block-size data. "
        + "The key needs to be hashed before being used by the HMAC algorithm.",
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test("The examples of RFC 4231 come out", arguments: examples)
  func code(key: [UInt8], message: String, code: String) {
    let digest = SHA256Digest(bytes: HMACSHA256.code(of: Array(message.utf8), key: key))
    #expect(digest?.description == code)
  }

  @Test("An empty message and an empty key have a code")
  func empty() {
    #expect(
      SHA256Digest(bytes: HMACSHA256.code(of: [], key: []))?.description
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test(
    "The examples of RFC 1321 come out",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ])
  func md5(text: String, digest: String) {
    #expect(Array(text.utf8).withUnsafeBytes { MD5Digest(of: $0) }.description == digest)
  }
}
