/// Percent-encoding (RFC 3986, 2.1) as signatures for Amazon's services ask for it.
enum PercentEncoding {
  /// "URI encode every byte except the unreserved characters: 'A'-'Z', 'a'-'z', '0'-'9', '-', '.', '_', and '~'. …
  /// The space character is a reserved character and must be encoded as "%20" (and not as "+")."
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html)
  ///
  /// - Parameter kept: One more ASCII character that stays as it is.
  static func encode(_ text: String, keeping kept: Unicode.Scalar? = nil) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      case _ where kept?.value == UInt32(byte): bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A query whose names and values are encoded and sorted, as it is signed and sent.
  static func query(_ items: [S3Request.QueryItem]) -> String {
    items.map { (encode($0.name), encode($0.value)) }
      .sorted {
        $0.0 != $1.0
          ? $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) : $0.1.utf8.lexicographicallyPrecedes($1.1.utf8)
      }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }
}
