package import DurableFiles

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

  /// Whether the file is a movie of a format that is read.
  ///
  /// - Throws: ``FileSystemError`` if it cannot be read.
  package static func isMovie(_ source: any ByteSource) throws(FileSystemError) -> Bool {
    guard case .format(let format) = try content(of: source) else { return false }
    return format.isMovie
  }

  /// What a file with the first bytes `head` is.
  package static func content(of head: [UInt8]) -> FileContent {
    let view = ByteView(Array(head.prefix(headByteCount)))
    if view.dropFirst(4).starts(with: "ftyp") { return boxes(view) }
    if view.starts(with: "RIFF") { return riff(view) }
    if let content = tiff(view) { return content }
    for (offset, signature, content) in signatures {
      if view.dropFirst(offset).starts(with: signature) { return content }
    }
    return bitmap(view) ?? text(view) ?? transportStream(view) ?? .unknown
  }

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
    let maker = tiff.text(main[0x010F])?.uppercased() ?? ""
    let raw = rawFormats.first { maker.hasPrefix($0.maker) }
    return .otherPicture(raw.map { "TIFF or \($0.name)" } ?? "TIFF")
  }

  /// The first form of a RIFF file, eight bytes behind its start, says what it is.
  private static func riff(_ view: ByteView) -> FileContent {
    switch String(decoding: view.view(at: 8, count: 4)?.slice ?? [], as: UTF8.self) {
    case "WEBP": .format(.webp)
    case "AVI ": .otherMovie("AVI")
    case "WAVE": .other("a WAVE sound")
    case "ACON": .otherPicture("animated cursor")
    case let form where form.hasPrefix("CDR"): .otherPicture("CorelDRAW")
    default: .unknown
    }
  }

  /// `BM` alone could begin a text; the header behind it has one of a few sizes.
  private static func bitmap(_ view: ByteView) -> FileContent? {
    guard view.starts(with: "BM"), let size = view.uint32(at: 14, bigEndian: false),
      [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
    else { return nil }
    return .otherPicture("BMP")
  }

  /// Texts that stand for pictures, behind a byte order mark and blanks.
  private static func text(_ view: ByteView) -> FileContent? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = view.slice.dropFirst(view.starts(with: mark) ? mark.count : 0)
    let start = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let head = String(decoding: start.prefix(1024), as: UTF8.self).lowercased()
    if head.hasPrefix("<svg") { return .other("an SVG drawing") }
    if head.hasPrefix("<?xml") || head.hasPrefix("<!--") {
      return .other(head.contains("<svg") ? "an SVG drawing" : "XML text")
    }
    return head.hasPrefix("<!doctype html") || head.hasPrefix("<html") ? .other("an HTML page") : nil
  }

  /// ISO/IEC 13818-1 §2.4.3.2: each packet of 188 bytes starts with 0x47. Camcorders put a time of four
  /// bytes before each.
  private static func transportStream(_ view: ByteView) -> FileContent? {
    let plain = [0, 188, 376].allSatisfy { view.uint8(at: $0) == 0x47 }
    let timed = [4, 196, 388].allSatisfy { view.uint8(at: $0) == 0x47 }
    return plain || timed ? .otherMovie("MPEG transport stream") : nil
  }
}
