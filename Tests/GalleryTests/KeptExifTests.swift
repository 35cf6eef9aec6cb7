import PhotoFixtures
import PhotoPipeline
import Testing

@testable import Gallery

@Suite("EXIF of the copy")
struct KeptExifTests {
  private static func rebuilt(_ tiff: [UInt8], keepsMakerNote: Bool = false) -> [UInt8] {
    var exif = KeptExif(tiff, keepsMakerNote: keepsMakerNote)
    exif.describePicture((width: 40, height: 30), isConverted: false)
    return exif.bytes()
  }

  private static func block(_ order: ByteOrder = .littleEndian) -> [UInt8] {
    var exif = EXIFBuilder(order, orientation: 6, gps: GPSPosition(latitude: 1.5, longitude: 2.5))
    exif.make = "Example"
    exif.dateTimeOriginal = "2024:09:21 19:24:05"
    exif.makerNote = Array("the notes of the maker".utf8)
    exif.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
    exif.interoperability = "R98"
    return exif.tiff()
  }

  @Test(
    "What is no TIFF structure says nothing",
    arguments: [
      [], [0x49], Array("II*\0".utf8), Array("MM\0*\0\0\0\u{8}".utf8), [UInt8](repeating: 0xFF, count: 64),
    ])
  func toleratesNothing(bytes: [UInt8]) {
    #expect(Self.rebuilt(bytes) == [])
  }

  @Test("Directories that refer to themselves are read once")
  func toleratesCycles() throws {
    // IFD0 at 8 with two fields: its Exif and GPS directories are itself, and so is the next one.
    let make = ExifFieldMaker(isBigEndian: true)
    var tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2]
    for tag in [ExifTag.photoDirectory, ExifTag.gpsDirectory] {
      tiff +=
        make.bytes(tag, count: 2) + make.bytes(4, count: 2) + make.bytes(1, count: 4)
        + make.bytes(8, count: 4)
    }
    tiff += make.bytes(8, count: 4)
    #expect(Self.rebuilt(tiff) == [])
  }

  @Test("Fields that share one long value do not make the copy longer than the block and its directories")
  func boundsOverlaps() throws {
    let make = ExifFieldMaker(isBigEndian: true)
    let count = 5000
    var tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + make.bytes(count, count: 2)
    for tag in 1...count {
      tiff +=
        make.bytes(tag, count: 2) + make.bytes(7, count: 2) + make.bytes(60_000, count: 4)
        + make.bytes(8, count: 4)
    }
    tiff += [0, 0, 0, 0]
    #expect(Self.rebuilt(tiff).count < 3 * tiff.count)
  }

  @Test(
    "Damaged blocks give a block that can be read again, or none",
    arguments: [ByteOrder.littleEndian, .bigEndian])
  func toleratesDamage(order: ByteOrder) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let block = Self.block(order)
    for round in 0..<3000 {
      var bytes = block
      for _ in 0..<(1 + round % 6) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next() >> 32)
      }
      if round % 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      let result = Self.rebuilt(bytes, keepsMakerNote: round % 2 == 0)
      guard !result.isEmpty else { continue }
      let tiff = try #require(TIFFBlock(ByteView(result)), "seed \(seed), round \(round)")
      let main = try #require(tiff.directory(at: tiff.firstDirectory), "seed \(seed), round \(round)")
      #expect(tiff.integer(main[ExifTag.orientation]) == 1, "seed \(seed), round \(round)")
      #expect(result.count < 4 * block.count, "seed \(seed), round \(round)")
    }
  }

  @Test(
    "A block that is cut at any byte gives a block that can be read again, or none",
    arguments: [ByteOrder.littleEndian, .bigEndian])
  func toleratesCuts(order: ByteOrder) throws {
    let block = Self.block(order)
    for count in 0..<block.count {
      let result = Self.rebuilt(Array(block.prefix(count)), keepsMakerNote: count % 2 == 0)
      guard !result.isEmpty else { continue }
      let tiff = try #require(TIFFBlock(ByteView(result)), "\(count) bytes")
      let main = try #require(tiff.directory(at: tiff.firstDirectory), "\(count) bytes")
      #expect(tiff.integer(main[ExifTag.orientation]) == 1, "\(count) bytes")
    }
  }

  @Test("The maker's note stays at its offset")
  func keepsMakerNote() throws {
    let block = Self.block()
    func place(_ bytes: [UInt8]) throws -> Int {
      let tiff = try #require(TIFFBlock(ByteView(bytes)))
      let main = try #require(tiff.directory(at: tiff.firstDirectory))
      let exif = try #require(tiff.integer(main[ExifTag.photoDirectory]).flatMap { tiff.directory(at: $0) })
      let note = try #require(exif[ExifTag.makerNote])
      #expect(tiff.bytes(note).map(Array.init) == Array("the notes of the maker".utf8))
      return note.offset
    }
    #expect(try place(Self.rebuilt(block, keepsMakerNote: true)) == place(block))
  }

  @Test("A camera with nothing to say gets a place, and nothing else, on request")
  func addsToNothing() throws {
    var exif = KeptExif([], keepsMakerNote: false)
    exif.describePicture((width: 40, height: 30), isConverted: false)
    #expect(exif.bytes() == [])
    exif.setLocation(latitude: -0.000_01, longitude: 179.999_999_99, altitude: -3)
    let tiff = try #require(TIFFBlock(ByteView(exif.bytes())))
    let main = try #require(tiff.directory(at: tiff.firstDirectory))
    let gps = try #require(tiff.integer(main[ExifTag.gpsDirectory]).flatMap { tiff.directory(at: $0) })
    #expect(tiff.text(gps[1]) == "S")
    #expect(tiff.text(gps[3]) == "E")
    #expect(tiff.number(gps[6]) == 3)
  }
}
