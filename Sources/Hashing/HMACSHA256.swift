#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#else
  import CNettle
#endif

/// Authentication codes of messages by SHA-256 and a secret key (RFC 2104, RFC 4231).
package enum HMACSHA256 {
  /// The code of `message`, 32 bytes.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    #else
      var context = hmac_sha256_ctx()
      nettle_hmac_sha256_set_key(&context, key.count, key)
      nettle_hmac_sha256_update(&context, message.count, message)
      var bytes = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
      nettle_hmac_sha256_digest(&context, bytes.count, &bytes)
      return bytes
    #endif
  }
}
