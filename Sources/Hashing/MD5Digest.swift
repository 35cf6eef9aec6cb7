#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// The MD5 of some bytes (RFC 1321), which finds what a line has garbled.
///
/// It proves nothing against somebody who means harm; it is here because servers tell it of what they stored.
package struct MD5Digest: Hashable, Sendable {
  /// The 16 bytes, the first one first.
  package let bytes: [UInt8]

  /// The digest of `bytes`.
  package init(of bytes: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      var hash = Insecure.MD5()
      hash.update(bufferPointer: bytes)
      self.bytes = Array(hash.finalize())
    #else
      var context = md5_ctx()
      nettle_md5_init(&context)
      if let start = bytes.baseAddress {
        nettle_md5_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
      }
      var digest = [UInt8](repeating: 0, count: 16)
      nettle_md5_digest(&context, digest.count, &digest)
      self.bytes = digest
    #endif
  }
}

extension MD5Digest: CustomStringConvertible {
  /// 32 hexadecimal digits in lower case, as md5sum(1) prints them.
  package var description: String { HexadecimalText.text(bytes) }
}
