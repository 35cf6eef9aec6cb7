/// The SHA-256 of some bytes (FIPS 180-4): 32 bytes that tell one content from another.
public struct SHA256Digest: Hashable, Sendable {
  /// How many bytes a digest has.
  public static let byteCount = 32

  /// The 32 bytes, the first one first.
  public let bytes: [UInt8]

  /// - Returns: `nil` unless there are exactly 32 bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads 64 hexadecimal digits, as ``description`` writes them or in capitals.
  ///
  /// - Returns: `nil` for anything else.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.map { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    let values = digits.compactMap { $0 }
    guard values.count == digits.count, values.count == 2 * Self.byteCount else { return nil }
    bytes = (0..<Self.byteCount).map { values[2 * $0] << 4 | values[2 * $0 + 1] }
  }

  /// The digest of `bytes`.
  public init(of bytes: UnsafeRawBufferPointer) {
    let hasher = SHA256Hasher()
    hasher.update(bytes)
    self = hasher.finish()
  }

  /// For the hasher, which makes nothing but digests.
  init(finished bytes: [UInt8]) {
    self.bytes = bytes
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// 64 hexadecimal digits in lower case, as sha256sum(1) prints them.
  public var description: String { HexadecimalText.text(bytes) }
}
