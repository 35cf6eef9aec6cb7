internal import CNettle

/// https://developer.apple.com/documentation/cryptokit/sha256
public struct SHA256: HashFunction {
  private var context = sha256_ctx()

  public init() { nettle_sha256_init(&context) }

  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    nettle_sha256_update(
      &context, bufferPointer.count, bufferPointer.baseAddress?.assumingMemoryBound(to: UInt8.self))
  }

  public func finalize() -> [UInt8] { digest(context, 32, nettle_sha256_digest) }
}

/// https://developer.apple.com/documentation/cryptokit/insecure
public enum Insecure {
  /// https://developer.apple.com/documentation/cryptokit/insecure/md5
  public struct MD5: HashFunction {
    private var context = md5_ctx()

    public init() { nettle_md5_init(&context) }

    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
      nettle_md5_update(
        &context, bufferPointer.count, bufferPointer.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    public func finalize() -> [UInt8] { digest(context, 16, nettle_md5_digest) }
  }

  /// https://developer.apple.com/documentation/cryptokit/insecure/sha1
  public struct SHA1: HashFunction {
    private var context = sha1_ctx()

    public init() { nettle_sha1_init(&context) }

    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
      nettle_sha1_update(
        &context, bufferPointer.count, bufferPointer.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    public func finalize() -> [UInt8] { digest(context, 20, nettle_sha1_digest) }
  }
}

/// https://developer.apple.com/documentation/cryptokit/hashfunction
public protocol HashFunction {
  init()
  /// https://developer.apple.com/documentation/cryptokit/hashfunction/update(bufferpointer:)
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  /// https://developer.apple.com/documentation/cryptokit/hashfunction/finalize()
  func finalize() -> [UInt8]
}

/// https://developer.apple.com/documentation/cryptokit/symmetrickey
public struct SymmetricKey {
  let bytes: [UInt8]

  /// https://developer.apple.com/documentation/cryptokit/symmetrickey/init(data:)
  public init(data: [UInt8]) { bytes = data }
}

/// https://developer.apple.com/documentation/cryptokit/hmac
public enum HMAC<Hash: HashFunction> {
  /// https://developer.apple.com/documentation/cryptokit/hmac/authenticationcode(for:using:)
  ///
  /// RFC 2104 §2, for hashes whose blocks have 64 bytes.
  public static func authenticationCode(for data: [UInt8], using key: SymmetricKey) -> [UInt8] {
    var block = key.bytes.count > 64 ? hash(key.bytes) : key.bytes
    block += [UInt8](repeating: 0, count: 64 - block.count)
    return hash(block.map { $0 ^ 0x5C } + hash(block.map { $0 ^ 0x36 } + data))
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = Hash()
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    return hash.finalize()
  }
}

private func digest<Context>(
  _ context: Context, _ count: Int,
  _ write: (UnsafeMutablePointer<Context>?, Int, UnsafeMutablePointer<UInt8>?) -> Void
) -> [UInt8] {
  var context = context
  var bytes = [UInt8](repeating: 0, count: count)
  write(&context, count, &bytes)
  return bytes
}
