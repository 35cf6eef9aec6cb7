extension MediaType {
  /// How many bytes are looked at.
  static let headByteCount = 512

  /// What a file that begins with `head` is; `nil` if it is nothing that is known here.
  init?(head: [UInt8]) {
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8)) {
      self = .gif
    } else if head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      self = .webP
    } else if let type = Self.container(head) {
      self = type
    } else {
      return nil
    }
  }

  /// The type of a file of ISO/IEC 14496-12, or of QuickTime, from its first box.
  private static func container(_ head: [UInt8]) -> MediaType? {
    guard head.count >= 16 else { return nil }
    let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard word(head, at: 4) == "ftyp" else {
      // Files of before 2000 begin with the movie itself, or with what may be skipped (QuickTime File Format,
      // "Overview of QuickTime file format").
      return ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(word(head, at: 4)) && size != 0
        ? .quickTime : nil
    }
    guard size >= 16 else { return nil }
    let end = min(size, head.count) & ~3
    // The major brand counts first. The four bytes behind it are its version.
    let brands = [word(head, at: 8)] + stride(from: 16, to: max(16, end), by: 4).map { word(head, at: $0) }
    return brands.lazy.compactMap(type(ofBrand:)).first
  }

  private static func word(_ bytes: [UInt8], at offset: Int) -> String {
    String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
  }

  /// Brands of ISO/IEC 23008-12, of AV1 pictures, and those registered for movies (https://mp4ra.org).
  private static func type(ofBrand brand: String) -> MediaType? {
    switch brand {
    case "heic", "heix", "heim", "heis", "hevc", "hevx": .heic
    case "avif", "avis": .avif
    case "mif1", "msf1", "mif2": .heif
    case "qt  ": .quickTime
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71",
      "avc1",
      "M4V ", "M4VP", "M4VH", "MSNV", "dash", "3gp4", "3gp5", "3gp6", "3gp7", "3g2a", "cmfc", "hvc1", "XAVC":
      .mp4
    default: nil
    }
  }
}
