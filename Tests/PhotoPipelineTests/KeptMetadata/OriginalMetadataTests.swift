import DurableFiles
import Foundation
import JSONText
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite("The original's metadata as JSON") struct OriginalMetadataTests {
  static func metadata(_ bytes: [UInt8]) throws -> [String: Any] {
    let json = try OriginalMetadata(contentsOf: MemoryByteSource(bytes, name: "photo")).json
    #expect(json.utf8.count <= OriginalMetadata.byteLimit && !json.contains("\n"))
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  /// A packet without its byte order mark, which Foundation's reader of JSON drops.
  private static func withoutMark(_ packet: String) -> String {
    String(String.UnicodeScalarView(packet.unicodeScalars.filter { $0 != "\u{FEFF}" }))
  }

  private static func exif(_ order: ByteOrder) -> EXIFBuilder {
    var exif = EXIFBuilder(order, orientation: 6)
    exif.make = "Example"
    exif.model = "Phone \"12\""
    exif.dateTimeOriginal = "2024:02:29 12:00:00"
    exif.userComment = "A comment"
    exif.makerNote = [1, 2, 3, 4, 5]
    exif.gps = GPSPosition(latitude: 48.5, longitude: -2.25, altitude: 12, date: "2024:02:29")
    exif.photo[0x829A] = .rational([.init(1, 250)])
    exif.photo[0x829D] = .rational([.init(28, 10)])
    exif.photo[0x9204] = .signedRational([(-1, 3)])
    exif.photo[0xA432] = .rational([.init(24, 1), .init(70, 1), .init(0, 0), .init(28, 10)])
    exif.photo[0x9101] = .undefined([1, 2, 3, 0])
    exif.photo[0xA40B] = .undefined([UInt8](repeating: 7, count: 65))
    exif.photo[0x9214] = .short([1, 2, 3, 4])
    exif.photo[0xABCD] = .signedShort([-5])
    exif.photo[0xA500] = .raw(type: 12, count: 1, bytes: order.bytes((2.25).bitPattern))
    exif.photo[0x9400] = .raw(type: 11, count: 1, bytes: order.bytes(Float(-1.5).bitPattern))
    exif.photo[0xA437] = .raw(type: 129, count: 5, bytes: Array("Zoë\0".utf8))
    return exif
  }

  private static let packet = XMPPacket(["dc:creator": "Anna"])

  /// The same EXIF and XMP in each format that has a place for both.
  private static func photos(_ order: ByteOrder) -> [[UInt8]] {
    let exif = exif(order)
    var webp = StillSamples.webp
    webp.chunks += [.exif(exif), .xmp(packet)]
    return [
      JPEGParts.file(JPEGParts.app(1, "Exif\0\0", exif.tiff()) + JPEGParts.xmp(packet.packet())),
      StillSamples.png.adding([.exif(exif), .xmp(packet)]).bytes,
      StillSamples.png.adding([.xmp(packet, isPacked: true), .rawProfile("exif", exif.payload())], at: .end)
        .bytes,
      webp.bytes,
      HEIFFile.single().adding(.exif(2, exif, of: 1), .xmp(3, packet, of: 1)).bytes(),
    ]
  }

  @Test("Tags have the standard's names and decoded values", arguments: [ByteOrder.littleEndian, .bigEndian])
  func values(order: ByteOrder) throws {
    for bytes in Self.photos(order) {
      let object = try Self.metadata(bytes)
      let exif = try #require(object["exif"] as? [String: [String: Any]])
      let image = try #require(exif["ifd0"])
      let photo = try #require(exif["exif"])
      let gps = try #require(exif["gps"])
      #expect(image["Make"] as? String == "Example" && image["Model"] as? String == "Phone \"12\"")
      #expect(image["Orientation"] as? Int == 6 && image["XResolution"] as? Double == 72)
      #expect(photo["DateTimeOriginal"] as? String == "2024:02:29 12:00:00")
      #expect(photo["ExifVersion"] as? String == "0232")
      #expect(photo["UserComment"] as? String == "A comment")
      #expect(photo["MakerNote"] as? [String: Int] == ["bytes": 5])
      #expect(photo["ExposureTime"] as? Double == 0.004 && photo["FNumber"] as? Double == 2.8)
      #expect(photo["ExposureBiasValue"] as? Double == -1 / 3.0)
      let lens = try #require(photo["LensSpecification"] as? [Any])
      #expect(lens.count == 4 && lens[0] as? Double == 24 && lens[2] is NSNull && lens[3] as? Double == 2.8)
      #expect(photo["ComponentsConfiguration"] as? [Int] == [1, 2, 3, 0])
      #expect(photo["DeviceSettingDescription"] as? [String: Int] == ["bytes": 65])
      #expect(photo["SubjectArea"] as? [Int] == [1, 2, 3, 4] && photo["0xABCD"] as? Int == -5)
      #expect(photo["Gamma"] as? Double == 2.25 && photo["Temperature"] as? Double == -1.5)
      #expect(photo["Photographer"] as? String == "Zoë")
      #expect(gps["GPSLatitudeRef"] as? String == "N" && gps["GPSLatitude"] as? [Double] == [48, 30, 0])
      #expect(gps["GPSLongitudeRef"] as? String == "W" && gps["GPSAltitude"] as? Double == 12)
      #expect(gps["GPSDateStamp"] as? String == "2024:02:29")
      #expect((object["location"] as? [String: Any])?["latitude"] as? Double == 48.5)
      #expect((object["xmp"] as? String).map(Self.withoutMark) == Self.withoutMark(Self.packet.packet()))
      #expect(exif["truncated"] == nil)
    }
  }

  @Test("The packet of a GIF is found")
  func gif() throws {
    let object = try Self.metadata(StillSamples.gif.adding(GIFFile.xmp(Self.packet)).bytes)
    #expect((object["xmp"] as? String).map(Self.withoutMark) == Self.withoutMark(Self.packet.packet()))
    #expect(object["exif"] == nil)
  }

  @Test("What the inspection knows comes first, in the words of the command")
  func members() throws {
    let source = MemoryByteSource(Self.photos(.littleEndian)[0], name: "photo")
    let inspection = try PhotoInspection(source: source)
    let packet = JSONValue.string(Self.packet.packet()).line
    #expect(try OriginalMetadata(contentsOf: source).json.hasSuffix("},\"xmp\":\(packet)}"))
    let start = JSONValue.object(inspection.jsonMembers).line.dropLast()
    #expect(try OriginalMetadata(contentsOf: source).json.hasPrefix(start + ",\"exif\":{\"ifd0\":{"))
  }

  @Test("Of a movie there is what the inspection knows")
  func movie() throws {
    let source = MemoryByteSource(MovieHiding.keys.plant("Token", in: MovieFile()).bytes(), name: "movie")
    let inspection = try PhotoInspection(source: source)
    #expect(
      try OriginalMetadata(contentsOf: source).json == JSONValue.object(inspection.jsonMembers).line)
  }

  @Test("A packet that is too long, or no UTF-8, is told by its size")
  func packets() throws {
    func packet(_ content: [UInt8]) throws -> Any? {
      var item = HEIFFile.Item(2, "mime", content, references: [("cdsc", [1])])
      item.contentType = "application/rdf+xml"
      return try Self.metadata(HEIFFile.single().adding(item).bytes())["xmp"]
    }
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)
    #expect(try (packet(longest) as? String)?.utf8.count == 64 << 10)
    #expect(try packet(longest + [0x20]) as? [String: Int] == ["bytes": longest.count + 1])
    #expect(try packet([0x3C, 0xFF, 0x3E]) as? [String: Int] == ["bytes": 3])
    #expect(
      try packet([UInt8](repeating: 1, count: 60_000)) as? [String: Int] == ["bytes": 60_000])
  }

  @Test("Directories full of long values are cut off, and the place stays")
  func bounded() throws {
    var exif = EXIFBuilder(orientation: 1, gps: GPSPosition(latitude: 1.5, longitude: 2.5))
    for tag in 0..<5000 { exif.photo[UInt16(0xB000 + tag)] = .ascii(String(repeating: "\u{1}", count: 300)) }
    let bytes = HEIFFile.single().adding(.exif(2, exif, of: 1)).bytes()
    let object = try Self.metadata(bytes)
    let found = try #require(object["exif"] as? [String: Any])
    #expect(found["truncated"] as? Bool == true)
    #expect((found["gps"] as? [String: Any])?["GPSLatitudeRef"] as? String == "N")
  }

  @Test("Directories that point to themselves and counts beyond the block end")
  func hostile() throws {
    var exif = EXIFBuilder(orientation: 1)
    exif.image[0x8825] = .long([8])
    exif.photo[0x8769] = .long([8])
    exif.photo[0x9286] = .raw(type: 7, count: .max, bytes: [0, 0, 0, 0])
    exif.photo[0x829A] = .raw(type: 5, count: 0x2000_0001, bytes: [0, 0, 0, 0])
    exif.photo[0x9003] = .raw(type: 99, count: 4, bytes: [0, 0, 0, 0])
    let object = try Self.metadata(HEIFFile.single().adding(.exif(2, exif, of: 1)).bytes())
    let photo = try #require((object["exif"] as? [String: Any])?["exif"] as? [String: Any])
    #expect(photo["UserComment"] == nil && photo["ExposureTime"] == nil && photo["DateTimeOriginal"] == nil)
  }

  @Test("Damaged at random, EXIF gives JSON that others can read")
  func damage() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the damage: \(seed)")
    var generator = SplitMix64(seed: seed)
    let tiff = Self.exif(.bigEndian).tiff()
    for _ in 0..<500 {
      var bytes = tiff
      for _ in 0..<Int.random(in: 1...10, using: &generator) {
        bytes[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      guard let directories = ExifDirectories(bytes, byteLimit: 64 << 10) else { continue }
      let line = directories.json.line
      #expect(line.utf8.count <= 65 << 10)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }
}
