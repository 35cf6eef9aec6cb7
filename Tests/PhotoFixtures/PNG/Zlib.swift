import CZlib

/// Packed bytes as PNG holds them (RFC 1950), and its checksum.
public enum Zlib {
  /// A stream that any reader unpacks to `bytes`.
  public static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    let status = compress2(&result, &count, bytes, UInt(bytes.count), 6)
    precondition(status == Z_OK, "compressBound promises enough room")
    return Array(result.prefix(Int(count)))
  }

  /// The checksum that ends a PNG chunk.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 {
    UInt32(CZlib.crc32(0, bytes, UInt32(bytes.count)))
  }
}
