import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

@Suite struct MovieInspectionTests {
  private let position = GPSPosition(latitude: 52.52, longitude: -13.4, altitude: 34.5)
  private let text = "+52.5200-013.4000+034.500/"

  @Test("The size is that of the first picture that is shown, turned upright", arguments: 1...8)
  func size(orientation: Int) throws {
    var video = MovieFile.Track.video(width: 640, height: 360, orientation: orientation)
    video.hasWideTimes = orientation % 2 == 0
    let movie = MovieFile(
      "mp42", [.sound(), .video(width: 100, height: 100, isEnabled: false), video, .video(width: 50)])
    let inspection = try inspected(movie)
    let size = orientation < 5 ? (640, 360) : (360, 640)
    #expect((inspection.width, inspection.height) == size)
    #expect(inspection.orientation == orientation && inspection.format == .mp4)
    #expect(inspection.isClean && inspection.location == nil && inspection.takenAt == nil)
  }

  @Test("A place is found in every form that carries it", arguments: MoviePlace.allCases)
  func places(form: MoviePlace) throws {
    for (brand, isFirst) in [("qt  ", false), ("mp42", true)] {
      var movie = form.plant(text, position, in: MovieFile(brand))
      movie.isIndexFirst = isFirst
      let inspection = try inspected(movie)
      let location = try #require(inspection.location)
      #expect(abs(location.latitude - 52.52) < 1e-5 && abs(location.longitude + 13.4) < 1e-5)
      let isPacket = form == .xmp || form == .xmpBox
      #expect(inspection.kinds == [isPacket ? .xmp : .movieLocation])
      #expect(isPacket || abs((location.altitude ?? 0) - 34.5) < 1e-5)
    }
  }

  @Test("ExifTool reads the same place", .needsExifTool, arguments: MoviePlace.allCases)
  func independentPlaces(form: MoviePlace) throws {
    let movie = form.plant(text, position, in: MovieFile(form == .xmpBox ? "mp42" : "qt  "))
    let tags = try PhotoFixtures.ExifTool.tags(movie.bytes(), arguments: ["-api", "LargeFileSupport=1"])
    let location = try #require(try inspected(movie).location)
    let latitude = tags.first { $0.key.hasSuffix("GPSLatitude") && !$0.key.hasPrefix("Composite") }
    let pair = tags.first { $0.key.hasSuffix("GPSCoordinates") }?.value.split(separator: " ")
    // loci is printed as a sentence.
    let sentence = tags.first { $0.key.hasSuffix("LocationInformation") }?.value
    let found =
      latitude.flatMap { Double($0.value) } ?? pair?.first.flatMap { Double($0) }
      ?? sentence?.firstMatch(of: /Lat=([-0-9.]+)/).flatMap { Double($0.1) }
      // The text of a track is printed as it is.
      ?? pair?.first?.firstMatch(of: /([-+][0-9.]+)[-+]/).flatMap { Double($0.1) }
    #expect(abs(try #require(found, "\(tags)") - location.latitude) < 1e-4)
    #expect(tags["Track1:ImageWidth"] == "640" && tags["Track1:ImageHeight"] == "360")
  }

  @Test(
    "ISO 6709 is read in degrees, minutes and seconds, in all quarters of the Earth",
    arguments: [
      ("+51.4169-000.0806/", 51.4169, -0.0806, nil), ("-33.8688+151.2093+058.0/", -33.8688, 151.2093, 58),
      ("+5231.20+01324.00/", 52.52, 13.4, nil), ("-5231.20-01324.00-012.5/", -52.52, -13.4, -12.5),
      ("+523112.0+0132400/", 52.52, 13.4, nil), ("+52+013+034CRSWGS_84/", 52, 13, 34),
      ("+00.0000+000.0000/", 0, 0, nil), ("+90-180/", 90, -180, nil), ("+1.5-2.25", 1.5, -2.25, nil),
    ] as [(String, Double, Double, Double?)])
  func iso6709(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let location = try #require(PointLocation.parse(iso6709: text.utf8))
    #expect(abs(location.latitude - latitude) < 1e-9 && abs(location.longitude - longitude) < 1e-9)
    #expect(location.altitude == altitude)
  }

  @Test(
    "What is no place on Earth is none",
    arguments: ["", "+", "+12", "++", "+91+000/", "+00+181/", "52.5 13.4", "+.5", "north"])
  func noPlace(text: String) {
    #expect(PointLocation.parse(iso6709: text.utf8) == nil)
  }

  @Test("A name in UTF-16 before the numbers of a place is skipped")
  func wideName() throws {
    let numbers: [UInt8] = [0xFF, 0xF2, 0x80, 0, 0, 0x34, 0x40, 0, 0, 0, 0, 0]
    let name: [UInt8] = [0xFE, 0xFF, 0x01, 0x00, 0x00, 0x41, 0, 0]
    let content = [0, 0, 0, 0, 0x15, 0xC7] + name + [0] + numbers
    let location = try #require(PointLocation.parse(loci: ByteView(content)))
    #expect((location.latitude, location.longitude, location.altitude) == (52.25, -13.5, 0))
  }

  @Test("Apple's keys give place, time and camera, and each is listed")
  func keys() throws {
    var movie = MovieFile()
    movie.creation = 3_600_000_000
    movie.indexBoxes = MoviePlace.keys([
      ("com.apple.quicktime.location.ISO6709", text), ("com.apple.quicktime.make", "Apple"),
      ("com.apple.quicktime.model", "iPhone 6"), ("com.apple.quicktime.software", "12.3"),
      ("com.apple.quicktime.creationdate", "2019-07-24T11:25:40+0300"),
      ("com.apple.quicktime.location.accuracy.horizontal", "5.0"),
    ])
    let inspection = try inspected(movie)
    #expect(
      blockSizes(inspection) == [
        "movie-location 50", "movie-metadata 29", "movie-metadata 32", "movie-metadata 28",
        "movie-metadata 48", "movie-location 27",
      ])
    #expect(inspection.camera == "Apple iPhone 6")
    #expect(inspection.takenAt?.timeIntervalSince1970 == 1_563_956_740)
    #expect(inspection.location?.altitude == 34.5)
    movie.indexBoxes = []
    #expect(try inspected(movie).takenAt?.timeIntervalSince1970 == 3_600_000_000 - 2_082_844_800)
  }

  @Test("Texts, unknown boxes, tracks of data, hidden and trailing bytes are listed")
  func others() throws {
    func text(_ type: String, _ value: String) -> [UInt8] {
      BoxBytes.box(type, BoxBytes.number16(value.utf8.count), [0, 0], Array(value.utf8))
    }
    var movie = MovieFile()
    movie.userData =
      text("©mak", "Maker") + text("©mod", "M1") + text("©day", "2024-02-29T12:00:00Z")
      + BoxBytes.box("smta", [1, 2]) + [0, 0, 0, 0]
    var data = MovieFile.Track("meta", "rtmd")
    data.samples = [HEIFFile.noise(70, seed: 4), HEIFFile.noise(30, seed: 5)]
    movie.tracks.append(data)
    movie.indexBoxes = BoxBytes.box("uuid", HEIFFile.noise(24, seed: 6))
    movie.tail =
      BoxBytes.box("free", [0, 0]) + BoxBytes.box("skip", [1]) + BoxBytes.box("zzzz", []) + [1, 2]
    let inspection = try inspected(movie)
    let trackByteCount = try #require(inspection.blocks.first).byteCount
    #expect(trackByteCount > 100 && trackByteCount < 700)
    #expect(
      blockSizes(inspection).dropFirst() == [
        "movie-metadata 17", "movie-metadata 14", "movie-metadata 32", "movie-metadata 10",
        "movie-metadata 32", "trailer 9", "trailer 8", "trailer 2",
      ])
    #expect(inspection.camera == "Maker M1")
    #expect(inspection.takenAt?.timeIntervalSince1970 == 1_709_208_000)
  }

  @Test("A movie that was cut short is damaged, and says how")
  func fragments() throws {
    let late = MovieFile()
    let bytes = late.bytes()
    #expect(try refusal(of: Array(bytes.prefix(bytes.count / 8)))?.contains("index is missing") == true)
    var unfinished = late
    unfinished.hasIndex = false
    #expect(try refusal(of: unfinished.bytes())?.hasPrefix("damaged: its index is missing") == true)
    var early = late
    early.isIndexFirst = true
    #expect(try refusal(of: Array(early.bytes().dropLast(20))) == "damaged: its last 20 bytes are missing")
    #expect(
      try refusal(of: MovieFile("mp42", [.sound()]).bytes())?.hasPrefix("not_an_image: it holds no") == true)
  }

  @Test("A movie is not prepared, and is called one")
  func preparation() {
    #expect(throws: PhotoPreparer.Error.unsupported(file: "photo", reason: "it is a movie")) {
      try PhotoPreparer().prepare(Data(MovieFile().bytes()))
    }
  }
}
