package import DurableFiles
import JSONText

/// What an original says about itself, as JSON: for the caller who has a reason to keep it. It is never
/// written into a photo.
///
/// One object with the keys `format`, `bytes`, `width`, `height`, `orientation`, `location`, `taken_at`,
/// `camera`, `color_profile` and `blocks` as `shutterbox inspect --json` prints them. A photo with EXIF has
/// `exif` besides, with an object for each of the directories `ifd0`, `exif` and `gps`; one with XMP has
/// `xmp`, the packet as text, or its size in bytes if it is longer than 64 KiB or no UTF-8.
///
/// EXIF goes by the standard's names of tags, and unknown tags by number such as `0xC4A5`. Rationals are
/// numbers, several values an array; a value of more than 64 bytes that is no text, and the maker's note,
/// become `{"bytes": N}`. If the directories say more than fits, the last of them ends in `"truncated": true`.
public struct OriginalMetadata: Sendable, Hashable {
  /// The most bytes that ``json`` has.
  public static let byteLimit = 256 << 10

  /// The most bytes of a text of the inspection; its blocks are few.
  private static let textLimit = 4 << 10
  /// The most bytes of JSON that the directories of EXIF make.
  private static let exifLimit = 64 << 10
  /// The most bytes of an XMP packet, and of its text in JSON, where quotes and lines take more.
  private static let packetLimit = 64 << 10
  private static let packetTextLimit = 112 << 10

  /// One JSON object in one line of UTF-8, at most ``byteLimit`` bytes.
  public let json: String

  /// Reads the photo or movie in `source`.
  ///
  /// - Throws: ``PhotoPreparer/Error`` if it cannot be inspected; ``FileSystemError`` if it cannot be read.
  ///   EXIF or XMP that cannot be understood is not an error: it is left out, or told by its size.
  package init(contentsOf source: any ByteSource) throws {
    let inspection = try PhotoInspection(source: source)
    var members = inspection.jsonMembers.map { member in
      guard case .string(let text) = member.value, text.utf8.count > Self.textLimit else { return member }
      return JSONValue.Member(member.key, .string(Self.beginning(of: text)))
    }
    var search = MetadataSearch(source)
    try search.run(inspection.format)
    if let exif = search.exif, let directories = ExifDirectories(exif, byteLimit: Self.exifLimit) {
      members.append(.init("exif", directories.json))
    }
    if let packet = search.packet {
      members.append(.init("xmp", Self.json(packet)))
    }
    json = JSONValue.object(members).line
  }

  /// The first characters of a text that is longer than any camera's name.
  private static func beginning(of text: String) -> String {
    String(decoding: text.utf8.prefix(textLimit), as: UTF8.self)
  }

  private static func json(_ packet: MetadataSearch.Packet) -> JSONValue {
    let size = JSONValue.object([.init("bytes", .integer(packet.byteCount))])
    guard packet.byteCount <= packetLimit, packet.bytes.count == packet.byteCount else { return size }
    let text = String(decoding: packet.bytes, as: UTF8.self)
    let value = JSONValue.string(text)
    // Bytes that are no UTF-8 were replaced.
    guard text.utf8.elementsEqual(packet.bytes), value.line.utf8.count <= packetTextLimit else { return size }
    return value
  }
}
