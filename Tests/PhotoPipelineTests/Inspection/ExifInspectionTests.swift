import Foundation
import Testing

@testable import PhotoPipeline

@Suite struct ExifInspectionTests {
  /// An EXIF segment whose IFD0 has `main`, with further directories if given.
  private func exif(
    _ tiff: TIFFBuilder = TIFFBuilder(), main: [(tag: Int, value: TIFFBuilder.Value)],
    next: Int? = nil, others: [TIFFBuilder.Directory] = []
  ) -> [UInt8] {
    var tiff = tiff
    tiff.directories = [.init(fields: main, next: next)] + others
    return JPEGParts.exif(tiff)
  }

  @Test(
    "The orientation is read from every integer type in both byte orders",
    arguments: [1, 3, 4, 6, 8, 9], [true, false])
  func orientationTypes(type: Int, isBigEndian: Bool) throws {
    let tiff = TIFFBuilder(isBigEndian: isBigEndian)
    for value in 1...8 {
      let file = JPEGParts.file(exif(tiff, main: [(0x0112, tiff.integer(value, type: type))]))
      let (inspection, structure) = try inspected(file)
      #expect(inspection.orientation == value)
      #expect(structure.orientation == value)
      #expect(inspection.width == (value >= 5 ? 16 : 24))
      #expect(inspection.height == (value >= 5 ? 24 : 16))
      #expect((structure.width, structure.height) == (24, 16))
    }
  }

  @Test(
    "An orientation out of range, or of another type, says nothing",
    arguments: [(0, 3), (9, 3), (65535, 3), (-1, 9), (-6, 8), (255, 1), (65536 + 6, 4)])
  func invalidOrientation(value: Int, type: Int) throws {
    let tiff = TIFFBuilder()
    let (inspection, structure) = try inspected(
      JPEGParts.file(exif(main: [(0x0112, tiff.integer(value, type: type))])))
    #expect(inspection.orientation == nil)
    #expect(structure.orientation == 1)
    let rational = try inspected(JPEGParts.file(exif(main: [(0x0112, tiff.rationals([(6, 1)]))])))
    #expect(rational.inspection.orientation == nil)
  }

  @Test("The thumbnail's directory and later EXIF blocks do not change the orientation")
  func firstDirectoryDecides() throws {
    let tiff = TIFFBuilder()
    let thumbnail = TIFFBuilder.Directory(fields: [(0x0112, tiff.short(8))])
    let first = exif(main: [(0x0112, tiff.short(6))], next: 1, others: [thumbnail])
    let second = exif(main: [(0x0112, tiff.short(3))])
    #expect(try inspected(JPEGParts.file(first + second)).inspection.orientation == 6)
    let silent = exif(main: [(0x010F, tiff.text("Maker"))], next: 1, others: [thumbnail])
    #expect(try inspected(JPEGParts.file(silent + second)).inspection.orientation == nil)
  }

  @Test("Directories that point at themselves or at each other end")
  func loops() throws {
    let tiff = TIFFBuilder()
    let own = exif(main: [(0x8769, .directory(0)), (0x8825, .directory(0))], next: 0)
    #expect(try inspected(JPEGParts.file(own)).inspection.location == nil)
    let pair = exif(
      main: [(0x0112, tiff.short(2))], next: 1,
      others: [
        .init(fields: [(0x0112, tiff.short(3))], next: 2), .init(fields: [(1, tiff.short(1))], next: 1),
      ])
    #expect(try inspected(JPEGParts.file(pair)).inspection.orientation == 2)
  }

  @Test(
    "A place is read in every hemisphere, above and below the sea",
    arguments: [("N", 1.0), ("S", -1), ("s", -1)], [("E", 1.0), ("W", -1)])
  func hemispheres(latitude: (String, Double), longitude: (String, Double)) throws {
    for (reference, sign) in [(0, 1.0), (1, -1)] {
      for isBigEndian in [true, false] {
        let tiff = TIFFBuilder(isBigEndian: isBigEndian)
        let gps = gpsDirectory(
          tiff, latitude: (latitude.0, [(48, 1), (53, 1), (3300, 100)]),
          longitude: (longitude.0, [(2, 1), (14, 1), (11, 1)]), altitude: (reference, (1255, 10)))
        let file = JPEGParts.file(exif(tiff, main: [(0x8825, .directory(1))], others: [gps]))
        let location = try #require(try inspected(file).inspection.location)
        #expect(abs(location.latitude - latitude.1 * 48.8925) < 1e-9)
        #expect(abs(location.longitude - longitude.1 * 2.236388888888889) < 1e-9)
        #expect(location.altitude == sign * 125.5)
      }
    }
  }

  private static let here: [(Int, Int)] = [(48, 1), (53, 1), (33, 1)]
  private static let impossible: [(latitude: [(Int, Int)], longitude: [(Int, Int)])] = [
    ([(48, 0), (53, 1), (33, 1)], here), ([(48, 1), (53, 0), (33, 1)], here),
    ([(0, 0), (0, 0), (0, 0)], [(0, 0), (0, 0), (0, 0)]), ([(91, 1), (0, 1), (0, 1)], here),
    (here, [(181, 1), (0, 1), (0, 1)]), ([(0xFFFF_FFFF, 1), (0, 1), (0, 1)], here),
  ]

  @Test("What is no place on Earth is no location, but its directory is listed", arguments: impossible)
  func impossiblePlaces(latitude: [(Int, Int)], longitude: [(Int, Int)]) throws {
    let tiff = TIFFBuilder()
    let gps = gpsDirectory(tiff, latitude: ("N", latitude), longitude: ("E", longitude), altitude: nil)
    let inspection = try inspected(
      JPEGParts.file(exif(main: [(0x8825, .directory(1))], others: [gps]))
    ).inspection
    #expect(inspection.location == nil)
    #expect(inspection.kinds == [.exif, .gps])
  }

  @Test("An altitude without a value leaves the place")
  func brokenAltitude() throws {
    let tiff = TIFFBuilder()
    let gps = gpsDirectory(
      tiff, latitude: ("N", [(48, 1), (53, 1), (33, 1)]), longitude: ("E", [(2, 1), (0, 1), (0, 1)]),
      altitude: (0, (5, 0)))
    let file = JPEGParts.file(exif(main: [(0x8825, .directory(1))], others: [gps]))
    let location = try #require(try inspected(file).inspection.location)
    #expect(location.altitude == nil)
  }

  private func gpsDirectory(
    _ tiff: TIFFBuilder, latitude: (String, [(Int, Int)]), longitude: (String, [(Int, Int)]),
    altitude: (Int, (Int, Int))?
  ) -> TIFFBuilder.Directory {
    var fields: [(tag: Int, value: TIFFBuilder.Value)] = [
      (1, tiff.text(latitude.0)), (2, tiff.rationals(latitude.1)),
      (3, tiff.text(longitude.0)), (4, tiff.rationals(longitude.1)),
    ]
    if let altitude {
      fields += [(5, tiff.integer(altitude.0, type: 1)), (6, tiff.rationals([altitude.1]))]
    }
    return .init(fields: fields)
  }

  @Test(
    "The time taken is told in UTC",
    arguments: [
      ("2024:02:29 23:59:59", nil, 1_709_251_199),
      ("2024:02:29 23:59:59", "+02:00", 1_709_243_999),
      ("2024:02:29 23:59:59", "-09:30", 1_709_285_399),
      ("1970:01:01 00:00:00", "+00:00", 0),
      ("1969:12:31 23:59:59", nil, -1),
      ("2024:02:29 23:59:59", "   :  ", 1_709_251_199),
      ("2023:02:29 00:00:00", nil, nil),
      ("0000:00:00 00:00:00", nil, nil),
      ("    :  :     :  :  ", nil, nil),
      ("2024:13:01 00:00:00", nil, nil),
      ("2024:01:01 24:00:00", nil, nil),
      ("2024:01:01", nil, nil),
    ] as [(String, String?, Double?)])
  func times(text: String, zone: String?, seconds: Double?) throws {
    let tiff = TIFFBuilder()
    var fields: [(tag: Int, value: TIFFBuilder.Value)] = [(0x9003, tiff.text(text))]
    if let zone { fields.append((0x9011, tiff.text(zone))) }
    let file = JPEGParts.file(exif(main: [(0x8769, .directory(1))], others: [.init(fields: fields)]))
    #expect(try inspected(file).inspection.takenAt == seconds.map(Date.init(timeIntervalSince1970:)))
  }

  @Test("The original time comes before the digitized one, and that before the file's")
  func timeOrder() throws {
    let tiff = TIFFBuilder()
    let times = [(0x9003, "2020:01:03 00:00:00"), (0x9004, "2020:01:02 00:00:00")]
    for count in 0...2 {
      let fields = times.suffix(count).map { (tag: $0.0, value: tiff.text($0.1)) } + [(0xA001, tiff.short(1))]
      let file = JPEGParts.file(
        exif(
          main: [(0x0132, tiff.text("2020:01:01 00:00:00")), (0x8769, .directory(1))],
          others: [.init(fields: fields)]))
      let day = 1_577_836_800 + Double(count) * 86400
      #expect(try inspected(file).inspection.takenAt == Date(timeIntervalSince1970: day))
    }
  }

  @Test(
    "The camera is maker and model, the maker once",
    arguments: [
      ("Apple", "iPhone 4S", "Apple iPhone 4S"),
      ("Canon ", "Canon EOS 20D  ", "Canon EOS 20D"),
      ("SAMSUNG", "Samsung SM-1", "Samsung SM-1"),
      ("FLIR", "", "FLIR"), ("", "X100", "X100"), ("", " ", nil),
      ("A\u{1B}[31mB", "C", "A[31mB C"),
    ] as [(String, String, String?)])
  func camera(make: String, model: String, expected: String?) throws {
    let tiff = TIFFBuilder()
    let file = JPEGParts.file(exif(main: [(0x010F, tiff.text(make)), (0x0110, tiff.text(model))]))
    #expect(try inspected(file).inspection.camera == expected)
  }

  @Test("What lies in the EXIF block is listed with its size")
  func innerBlocks() throws {
    let tiff = TIFFBuilder()
    let note = [UInt8](repeating: 7, count: 100)
    let segment = exif(
      main: [(0x8769, .directory(2)), (0x8825, .directory(3))], next: 1,
      others: [
        .init(fields: [(0x0201, .blob([UInt8](repeating: 1, count: 33))), (0x0202, tiff.long(33))]),
        .init(fields: [(0x927C, tiff.undefined(note))]),
        .init(fields: [(1, tiff.text("N")), (2, tiff.rationals([(1, 1), (2, 1), (3, 1)]))]),
      ])
    let expected = ["exif \(segment.count)", "gps \(2 + 24 + 4 + 24)", "makernote 100", "thumbnail 33"]
    #expect(try blockSizes(JPEGParts.file(segment)) == expected)
  }

  @Test("A thumbnail that claims more than there is counts what is there")
  func thumbnailBeyondTheEnd() throws {
    let tiff = TIFFBuilder()
    let segment = exif(
      main: [(0x0112, tiff.short(1))], next: 1,
      others: [
        .init(fields: [(0x0201, .blob([1, 2, 3])), (0x0202, tiff.long(0xFFFF_FFFF))])
      ])
    #expect(try blockSizes(JPEGParts.file(segment)) == ["exif \(segment.count)", "thumbnail 3"])
  }

  @Test("Adobe RGB is told by the colour space or by the interoperability index")
  func adobeRGB() throws {
    let tiff = TIFFBuilder()
    for (space, index, expected) in [
      (1, "R98", false), (2, "R98", true), (65535, "R03", true), (65535, "R98", false),
    ] {
      let file = JPEGParts.file(
        exif(
          main: [(0x8769, .directory(1))],
          others: [
            .init(fields: [(0xA001, tiff.short(space)), (0xA005, .directory(2))]),
            .init(fields: [(1, tiff.text(index))]),
          ]))
      let structure = try inspected(file).structure
      #expect(structure.exifSaysAdobeRGB == expected)
      #expect(structure.exifColorSpace == space)
      #expect(structure.interoperabilityIndex == index)
    }
  }

  @Test("An EXIF block that is broken is listed and says nothing")
  func brokenExif() throws {
    for content: [UInt8] in [
      [], [1, 2, 3], Array("MM\0*".utf8), Array("II*\0".utf8) + [8, 0, 0, 0, 0xFF, 0xFF],
    ] {
      let segment = JPEGParts.app(1, "Exif\0\0", content)
      #expect(try blockSizes(JPEGParts.file(segment)) == ["exif \(segment.count)"])
    }
  }
}
