#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// Computes a ``SHA256Digest`` of bytes that come piece by piece.
///
/// The work is done by Nettle, on Apple platforms by CryptoKit; both use the instructions that the
/// processor has for it.
package final class SHA256Hasher {
  #if canImport(CryptoKit)
    private var hash = SHA256()

    package init() {}

    /// Appends `bytes`.
    package func update(_ bytes: UnsafeRawBufferPointer) {
      hash.update(bufferPointer: bytes)
    }

    /// The digest of all bytes so far; the hasher starts over.
    package func finish() -> SHA256Digest {
      defer { hash = SHA256() }
      return SHA256Digest(finished: Array(hash.finalize()))
    }

    /// Another hasher that has seen the same bytes.
    package func copy() -> SHA256Hasher {
      let copy = SHA256Hasher()
      copy.hash = hash
      return copy
    }
  #else
    private var context = sha256_ctx()

    package init() {
      nettle_sha256_init(&context)
    }

    /// Appends `bytes`.
    package func update(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress else { return }
      nettle_sha256_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
    }

    /// The digest of all bytes so far; the hasher starts over.
    package func finish() -> SHA256Digest {
      var bytes = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
      nettle_sha256_digest(&context, bytes.count, &bytes)
      return SHA256Digest(finished: bytes)
    }

    /// Another hasher that has seen the same bytes.
    package func copy() -> SHA256Hasher {
      let copy = SHA256Hasher()
      copy.context = context
      return copy
    }
  #endif
}
