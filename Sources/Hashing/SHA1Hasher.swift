#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// Computes the SHA-1 (FIPS 180-4) of bytes that come piece by piece.
///
/// It is there since tus 1.0.0 asks for it, and finds errors of the line. It proves nothing against somebody who means
/// harm: two contents with the same SHA-1 can be made.
package final class SHA1Hasher {
  /// How many bytes a digest has.
  package static let byteCount = 20

  #if canImport(CryptoKit)
    private var hash = Insecure.SHA1()

    package init() {}

    /// Appends `bytes`.
    package func update(_ bytes: UnsafeRawBufferPointer) {
      hash.update(bufferPointer: bytes)
    }

    /// The digest of all bytes so far; the hasher starts over.
    package func finish() -> [UInt8] {
      defer { hash = Insecure.SHA1() }
      return Array(hash.finalize())
    }
  #else
    private var context = sha1_ctx()

    package init() {
      nettle_sha1_init(&context)
    }

    /// Appends `bytes`.
    package func update(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress else { return }
      nettle_sha1_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
    }

    /// The digest of all bytes so far; the hasher starts over.
    package func finish() -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: Self.byteCount)
      nettle_sha1_digest(&context, bytes.count, &bytes)
      return bytes
    }
  #endif
}
