extension Seeds {
  /// For each program, by the name of its folder, which seeds it starts from: told by their first bytes.
  static let programs: [String: @Sendable ([UInt8]) -> Bool] = [
    "inspection": { _ in true },
    "jpeg": { $0.starts(with: [0xFF, 0xD8]) },
    "png": { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) },
    "webp": { $0.starts(with: Array("RIFF".utf8)) },
    "gif": { $0.starts(with: Array("GIF8".utf8)) },
    "heif": { brand(of: $0).map(pictureBrands.contains) ?? false },
    "movie": { brand(of: $0).map { !pictureBrands.contains($0) } ?? false },
    "profile": { $0.dropFirst(36).starts(with: Array("acsp".utf8)) },
    "metadata": { bytes in ["II*", "MM\0", "<"].contains { bytes.starts(with: Array($0.utf8)) } },
    "inbox": { $0.first == UInt8(ascii: "{") },
    "receiver": { bytes in
      ["POST /", "PATCH /", "OPTIONS /", "GET "].contains { bytes.starts(with: Array($0.utf8)) }
    },
  ]

  /// Brands of ISO/IEC 23008-12 and of AV1 pictures.
  private static let pictureBrands = ["heic", "heix", "mif1", "msf1", "avif"]

  /// What the first box of a file says it is.
  private static func brand(of bytes: [UInt8]) -> String? {
    guard bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) else { return nil }
    return String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
  }
}
