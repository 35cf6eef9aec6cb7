import JSONText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fields of an EXIF block as JSON, with the standard's names.
///
/// Each of three directories is read once, whatever points where, and reading ends when `byteLimit` bytes of
/// JSON are made; so neither loops nor huge counts matter.
struct ExifDirectories {
  private enum Tag {
    static let exifDirectory = 0x8769
    static let gpsDirectory = 0x8825
    static let interoperabilityDirectory = 0xA005
    static let makerNote = 0x927C
    /// Version numbers, written as ASCII without a type that says so.
    static let versions: Set<Int> = [0x9000, 0xA000]
    static let userComment = 0x9286
    static let gpsTexts: Set<Int> = [0x001B, 0x001C]
  }

  /// The most bytes of a value that is no text.
  private static let binaryLimit = 64
  /// The most bytes of a text.
  private static let textLimit = 4 << 10

  private let tiff: TIFFBlock
  private var remaining: Int
  private var isTruncated = false
  private(set) var json = JSONValue.null

  /// - Returns: `nil` if `bytes` do not start with a TIFF structure that has a directory.
  init?(_ bytes: [UInt8], byteLimit: Int) {
    guard let tiff = TIFFBlock(ByteView(bytes)), let main = tiff.directory(at: tiff.firstDirectory) else {
      return nil
    }
    self.tiff = tiff
    remaining = byteLimit
    let exif = tiff.integer(main[Tag.exifDirectory]).flatMap { tiff.directory(at: $0) }
    let gps = tiff.integer(main[Tag.gpsDirectory] ?? exif?[Tag.gpsDirectory]).flatMap {
      tiff.directory(at: $0)
    }
    // The place is what is kept most often; it must not fall victim to a long directory before it.
    let places = gps.map { read($0, names: ExifTagNames.gps, isGPS: true) }
    let image = read(main, names: ExifTagNames.image, isGPS: false)
    let photo = exif.map { read($0, names: ExifTagNames.photo, isGPS: false) }
    let members = [("ifd0", image), ("exif", photo), ("gps", places)].compactMap { name, value in
      value.map { JSONValue.Member(name, .object($0)) }
    }
    json = .object(members + (isTruncated ? [.init("truncated", .bool(true))] : []))
  }

  private mutating func read(
    _ directory: TIFFBlock.Directory, names: [Int: String], isGPS: Bool
  ) -> [JSONValue.Member] {
    let pointers = [Tag.exifDirectory, Tag.gpsDirectory, Tag.interoperabilityDirectory]
    var seen: Set<Int> = []
    var members: [JSONValue.Member] = []
    for entry in directory.entries where isGPS || !pointers.contains(entry.tag) {
      // Of a tag that comes twice, the first one counts.
      guard seen.insert(entry.tag).inserted else { continue }
      let key = names[entry.tag] ?? ExifTagNames.number(entry.tag)
      let value = value(of: entry, isGPS: isGPS)
      let byteCount = key.utf8.count + value.line.utf8.count + 4
      guard byteCount <= remaining else {
        isTruncated = true
        break
      }
      remaining -= byteCount
      members.append(.init(key, value))
    }
    return members
  }

  private func value(of entry: TIFFBlock.Entry, isGPS: Bool) -> JSONValue {
    let size = JSONValue.object([.init("bytes", .integer(entry.byteCount))])
    guard isGPS || entry.tag != Tag.makerNote else { return size }
    if let text = text(of: entry, isGPS: isGPS) { return text }
    guard entry.byteCount <= Self.binaryLimit else { return size }
    let values = (0..<entry.count).map { number(entry, at: $0) }
    return values.count == 1 ? values[0] : .array(values)
  }

  /// The value if it is text; `nil` if it is none, or too long.
  private func text(of entry: TIFFBlock.Entry, isGPS: Bool) -> JSONValue? {
    guard entry.byteCount <= Self.textLimit, let bytes = tiff.bytes(entry) else { return nil }
    let isCoded = isGPS ? Tag.gpsTexts.contains(entry.tag) : entry.tag == Tag.userComment
    if isCoded, entry.type == 7 { return Self.codedText(bytes, isBigEndian: tiff.isBigEndian) }
    let isVersion = !isGPS && Tag.versions.contains(entry.tag) && entry.type == 7
    // 2 is ASCII, 129 is UTF-8 since EXIF 3.0; writers put UTF-8 into ASCII as well.
    guard entry.type == 2 || entry.type == 129 || isVersion else { return nil }
    return .string(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
  }

  /// EXIF 3.0 §4.6.6.7 (UserComment): eight bytes name the character set of what follows.
  private static func codedText(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> JSONValue? {
    let body = bytes.dropFirst(8)
    switch String(decoding: bytes.prefix(8).prefix { $0 != 0 }, as: UTF8.self) {
    case "ASCII", "":
      return .string(String(decoding: body.prefix { $0 != 0 }, as: UTF8.self))
    case "UNICODE":
      let view = ByteView(Array(body))
      let units = (0..<view.count / 2).compactMap { view.uint16(at: $0 * 2, bigEndian: isBigEndian) }
      return .string(String(decoding: units.map { UInt16($0) }.prefix { $0 != 0 }, as: UTF16.self))
    default:
      return nil
    }
  }

  private func number(_ entry: TIFFBlock.Entry, at index: Int) -> JSONValue {
    switch entry.type {
    case 5, 10: return .optional(tiff.number(entry, at: index))
    case 11:
      return .optional(
        tiff.uint32(at: entry.offset + index * 4).map { Double(Float(bitPattern: UInt32($0))) })
    case 12:
      return .optional(
        tiff.view.uint64(at: entry.offset + index * 8, bigEndian: tiff.isBigEndian).map {
          Double(bitPattern: $0)
        })
    case 2, 129: return .optional(tiff.view.uint8(at: entry.offset + index))
    default: return .optional(tiff.integer(entry, at: index))
    }
  }
}
