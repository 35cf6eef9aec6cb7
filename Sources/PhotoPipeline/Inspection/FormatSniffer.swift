/// Tells what a file is from its first bytes.
package enum FormatSniffer {
  /// How many bytes are looked at.
  package static let headByteCount = 4096

  /// What `source` is.
  package static func content(of source: any ByteSource) throws(FileSystemError) -> FileContent {
    var window = ByteWindow(source, capacity: headByteCount)
    return content(of: try window.prefix(at: 0, limit: headByteCount))
  }

  /// Whether `source` is a still picture of any known format, read or not.
  package static func isPhoto(_ source: any ByteSource) throws(FileSystemError) -> Bool {
    try content(of: source).isPhoto
  }

  /// What a file with the first bytes `head` is.
  package static func content(of head: [UInt8]) -> FileContent {
    let view = ByteView(Array(head.prefix(headByteCount)))
    if view.dropFirst(4).starts(with: "ftyp") { return boxes(view) }
    if let content = tiff(view) { return content }
    for (offset, signature, content) in signatures {
      if view.dropFirst(offset).starts(with: signature) { return content }
    }
    return transportStream(view) ?? .unknown
  }

  /// Where a signature stands, its bytes, and what they mean.
  private static let signatures: [(Int, [UInt8], FileContent)] = [
    (0, [0xFF, 0xD8, 0xFF], .format(.jpeg)),
    (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .format(.png)),
    (0, Array("GIF87a".utf8), .format(.gif)),
    (0, Array("GIF89a".utf8), .format(.gif)),
    (8, Array("WEBP".utf8), .format(.webp)),
    (0, [0xFF, 0x0A], .otherPicture("JPEG XL")),
    (0, [0, 0, 0, 12] + Array("JXL ".utf8), .otherPicture("JPEG XL")),
    (0, [0, 0, 0, 12] + Array("jP  ".utf8), .otherPicture("JPEG 2000")),
    (0, [0xFF, 0x4F, 0xFF, 0x51], .otherPicture("JPEG 2000")),
    (0, [0x49, 0x49, 0xBC], .otherPicture("JPEG XR")),
    (0, Array("FUJIFILMCCD-RAW".utf8), .otherPicture("Fujifilm raw (RAF)")),
    (0, Array("IIRO".utf8), .otherPicture("Olympus raw (ORF)")),
    (0, Array("IIRS".utf8), .otherPicture("Olympus raw (ORF)")),
    (0, Array("MMOR".utf8), .otherPicture("Olympus raw (ORF)")),
    (0, [0x49, 0x49, 0x55, 0x00], .otherPicture("Panasonic raw (RW2)")),
    (6, Array("HEAPCCDR".utf8), .otherPicture("Canon raw (CRW)")),
    (0, Array("FOVb".utf8), .otherPicture("Sigma raw (X3F)")),
    (0, Array("\0MRM".utf8), .otherPicture("Minolta raw (MRW)")),
    (0, Array("8BPS".utf8), .otherPicture("Photoshop")),
    (0, [0x76, 0x2F, 0x31, 0x01], .otherPicture("OpenEXR")),
    (0, Array("#?RADIANCE".utf8), .otherPicture("Radiance HDR")),
    (0, Array("qoif".utf8), .otherPicture("QOI")),
    (0, [0, 0, 1, 0], .otherPicture("icon")),
    (0, Array("BM".utf8), .otherPicture("BMP")),
    (4, Array("moov".utf8), .format(.quickTime)),
    (4, Array("mdat".utf8), .format(.quickTime)),
    (4, Array("wide".utf8), .format(.quickTime)),
    (4, Array("pnot".utf8), .format(.quickTime)),
    (8, Array("AVI ".utf8), .otherMovie("AVI")),
    (8, Array("WAVE".utf8), .other("a WAVE sound")),
    (0, [0x1A, 0x45, 0xDF, 0xA3], .otherMovie("Matroska or WebM")),
    (0, Array("FLV\u{1}".utf8), .otherMovie("Flash")),
    (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .otherMovie("Windows Media")),
    (0, [0, 0, 1, 0xBA], .otherMovie("MPEG")),
    (0, [0, 0, 1, 0xB3], .otherMovie("MPEG")),
    (0, Array("OggS".utf8), .otherMovie("Ogg")),
    (0, Array("%PDF".utf8), .other("a PDF document")),
    (0, Array("PK\u{3}\u{4}".utf8), .other("a ZIP archive")),
    (0, [0x1F, 0x8B], .other("a gzip archive")),
    (0, Array("ID3".utf8), .other("an MP3 sound")),
    (0, Array("<svg".utf8), .other("an SVG drawing")),
    (0, Array("<?xml".utf8), .other("XML text")),
    (0, Array("<!DOCTYPE".utf8), .other("an HTML page")),
  ]

  /// ISO/IEC 14496-12 §4.3: the major brand, then those that the file is compatible with.
  private static func boxes(_ view: ByteView) -> FileContent {
    func brand(_ offset: Int) -> String {
      String(decoding: view.view(at: offset, count: 4)?.slice ?? [], as: UTF8.self)
    }
    switch brand(8) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .format(.heic)
    case "avif", "avis": return .format(.avif)
    case "mif1", "msf1", "mif2":
      let end = min(view.uint32(at: 0) ?? 0, view.count)
      let compatible = stride(from: 16, to: max(16, end - 3), by: 4).map(brand)
      return .format(compatible.contains { $0 == "avif" || $0 == "avis" } ? .avif : .heif)
    case "crx ": return .otherPicture("Canon raw (CR3)")
    case "jxl ": return .otherPicture("JPEG XL")
    case "jp2 ", "jpx ", "jph ": return .otherPicture("JPEG 2000")
    case "qt  ": return .format(.quickTime)
    case "M4A ", "M4B ", "M4P ": return .other("an MPEG-4 sound")
    default: return .format(.mp4)
    }
  }

  /// TIFF, and the raw formats of cameras that are built on it.
  private static func tiff(_ view: ByteView) -> FileContent? {
    if view.starts(with: [0x49, 0x49, 0x2B, 0x00]) || view.starts(with: [0x4D, 0x4D, 0x00, 0x2B]) {
      return .otherPicture("BigTIFF")
    }
    guard let tiff = TIFFBlock(view) else { return nil }
    if view.dropFirst(8).starts(with: "CR") { return .otherPicture("Canon raw (CR2)") }
    guard let main = tiff.directory(at: tiff.firstDirectory) else {
      return .otherPicture("TIFF or camera raw")
    }
    // DNG 1.7 §6: DNGVersion stands in IFD0 of every DNG.
    if main[0xC612] != nil { return .otherPicture("raw (DNG)") }
    switch tiff.text(main[0x010F])?.prefix(5).uppercased() {
    case "NIKON": return .otherPicture("TIFF or Nikon raw (NEF)")
    case "SONY": return .otherPicture("TIFF or Sony raw (ARW)")
    case "PENTA": return .otherPicture("TIFF or Pentax raw (PEF)")
    default: return .otherPicture("TIFF")
    }
  }

  /// ISO/IEC 13818-1 §2.4.3.2: each packet of 188 bytes starts with 0x47.
  private static func transportStream(_ view: ByteView) -> FileContent? {
    let starts = [0, 188, 376].map { view.uint8(at: $0) }
    return starts.allSatisfy { $0 == 0x47 } ? .otherMovie("MPEG transport stream") : nil
  }
}
