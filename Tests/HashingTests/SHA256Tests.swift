import Testing

@testable import Hashing

@Suite("SHA-256")
struct SHA256Tests {
  /// FIPS 180-4's own examples, as NIST publishes them.
  static let examples: [(text: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test("The examples of the standard come out", arguments: examples)
  func example(text: String, digest: String) {
    #expect(Array(text.utf8).withUnsafeBytes { SHA256Digest(of: $0) }.description == digest)
  }

  @Test("Pieces of any size give the digest of the whole, and a hasher can be used again")
  func pieces() {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = bytes.withUnsafeBytes { SHA256Digest(of: $0) }
    let hasher = SHA256Hasher()
    for size in [1, 63, 64, 65, 4096] {
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(bytes.count, start + size)].withUnsafeBytes { hasher.update($0) }
      }
      #expect(hasher.finish() == whole)
    }
  }

  @Test("A digest has 32 bytes")
  func size() {
    #expect(
      SHA256Digest(bytes: [UInt8](repeating: 7, count: 32))?.description == String(repeating: "07", count: 32)
    )
    #expect(SHA256Digest(bytes: [UInt8](repeating: 7, count: 31)) == nil)
  }

  @Test("A copy of a hasher goes its own way")
  func copy() {
    let hasher = SHA256Hasher()
    Array("ab".utf8).withUnsafeBytes { hasher.update($0) }
    let copy = hasher.copy()
    Array("c".utf8).withUnsafeBytes { copy.update($0) }
    #expect(copy.finish().description == Self.examples[1].digest)
    Array("c".utf8).withUnsafeBytes { hasher.update($0) }
    #expect(hasher.finish().description == Self.examples[1].digest)
  }

  @Test("A digest is read from its digits and from nothing else")
  func digits() {
    let text = Self.examples[1].digest
    #expect(SHA256Digest(hexadecimal: text)?.description == text)
    #expect(SHA256Digest(hexadecimal: text.uppercased())?.description == text)
    for other in ["", String(text.dropLast()), text + "0", "g" + text.dropFirst(), "+" + text.dropFirst()] {
      #expect(SHA256Digest(hexadecimal: other) == nil)
    }
  }
}
