import PhotoFixtures
import Testing

@Suite("Metadata that ExifTool reads back", .needsExifTool)
struct MetadataTests {
  let plain: JPEGFile

  init() throws {
    plain = try JPEGFile(.gradient(width: 32, height: 24))
  }

  @Test("Every field of an EXIF block is read, in both byte orders", arguments: ByteOrder.allCases)
  func exif(order: ByteOrder) throws {
    var exif = EXIFBuilder(order, orientation: 6)
    exif.make = "Example"
    exif.model = "Demo"
    exif.dateTime = "2024:09:21 19:20:05"
    exif.dateTimeOriginal = "2024:09:21 19:20:05"
    exif.offsetTimeOriginal = "+02:00"
    exif.makerNote = Array("Example\0private".utf8)
    exif.colorSpace = 1
    exif.userComment = "hello"
    exif.interoperability = "R98"
    exif.thumbnail = try JPEGTool.encode(.cornerCard(width: 16, height: 12))
    exif.thumbnailOrientation = 8
    exif.gps = GPSPosition(
      latitude: -46.5, longitude: -8.25, altitude: -12.5, date: "2024:09:21", time: [17, 20, 5],
      direction: 214)
    let file = plain.adding(exif).bytes
    let tags = try ExifTool.tags(file)
    for (name, value) in [
      "IFD0:Make": "Example", "IFD0:Model": "Demo", "IFD0:Orientation": "6",
      "IFD0:ModifyDate": "2024:09:21 19:20:05", "ExifIFD:DateTimeOriginal": "2024:09:21 19:20:05",
      "ExifIFD:OffsetTimeOriginal": "+02:00", "ExifIFD:ColorSpace": "1", "ExifIFD:UserComment": "hello",
      "InteropIFD:InteropIndex": "R98", "IFD1:Orientation": "8", "GPS:GPSLatitudeRef": "S",
      "GPS:GPSLatitude": "46.5", "GPS:GPSLongitude": "8.25", "GPS:GPSLongitudeRef": "W",
      "GPS:GPSAltitude": "12.5", "GPS:GPSAltitudeRef": "1", "GPS:GPSDateStamp": "2024:09:21",
      "GPS:GPSTimeStamp": "17:20:05", "GPS:GPSImgDirection": "214",
    ] {
      #expect(tags[name] == value, "\(name)")
    }
    #expect(try ExifTool.binary("ThumbnailImage", of: file) == exif.thumbnail)
  }

  @Test("A well-formed block passes the validation of ExifTool", arguments: ByteOrder.allCases)
  func validation(order: ByteOrder) throws {
    var exif = EXIFBuilder(order, orientation: 6, gps: .init(latitude: 46.5, longitude: 8))
    // Four letters and a zero: an odd length, after which the next value must still lie on an even offset.
    exif.model = "Demo"
    exif.colorSpace = 1
    exif.photo[EXIFTag.pixelXDimension] = .long([32])
    exif.photo[EXIFTag.pixelYDimension] = .long([24])
    exif.thumbnail = try JPEGTool.encode(.cornerCard(width: 16, height: 12))
    let file = plain.removing(JPEGMarker.app(0)).adding(exif).adding(XMPPacket(["dc:format": "image/jpeg"]))
    #expect(try ExifTool.validate(file.bytes) == [])
  }

  @Test("The orientation is read in each type of integer", arguments: TIFFValue.IntegerType.allCases)
  func orientationTypes(type: TIFFValue.IntegerType) throws {
    var exif = EXIFBuilder(.bigEndian, orientation: 6)
    exif.orientationType = type
    #expect(try ExifTool.tags(plain.adding(exif).bytes)["IFD0:Orientation"] == "6")
  }

  @Test("All 32 GPS fields are there")
  func allGPSFields() throws {
    var exif = EXIFBuilder()
    exif.location = GPSPosition.allFields(token: "TOKEN")
    let tags = try ExifTool.tags(plain.adding(exif).bytes)
    #expect(tags.keys.count { $0.hasPrefix("GPS:") } == 32)
  }

  @Test("XMP, extended XMP, IPTC, comment and Photoshop thumbnail are read")
  func textBlocks() throws {
    var packet = XMPPacket(["photoshop:City": "Town & <River>"])
    packet.extendedProperties = ["photoshop:Instructions": String(repeating: "long ", count: 30_000)]
    let thumbnail = try JPEGTool.encode(.solid(width: 16, height: 12))
    let file = plain.adding(packet)
      .adding(
        .photoshop([.iptc([90: "Zürich", 25: "key"]), .thumbnail(thumbnail, width: 16, height: 12)])
      )
      .adding(.comment("a comment"))
    #expect(file.segments.count { $0.payload.starts(with: Array("http://ns.adobe.com/xmp/ext".utf8)) } == 3)
    let tags = try ExifTool.tags(file.bytes)
    #expect(tags["XMP-photoshop:City"] == "Town & <River>")
    #expect(tags["XMP-photoshop:Instructions"]?.utf8.count == 150_000)
    #expect(tags["IPTC:City"] == "Zürich")
    #expect(tags["IPTC:Keywords"] == "key")
    #expect(tags["File:Comment"] == "a comment")
    #expect(try ExifTool.binary("PhotoshopThumbnail", of: file.bytes) == thumbnail)
  }

  @Test("JFIF thumbnails, plain and coded, are read")
  func jfifThumbnails() throws {
    let small = Raster.cornerCard(width: 8, height: 6)
    let coded = try JPEGTool.encode(small)
    let file = plain.removing(JPEGMarker.app(0))
      .adding([.jfif(thumbnail: small), .jfxx(thumbnail: coded)], at: .start).bytes
    let tags = try ExifTool.tags(file)
    #expect(tags["JFIF:ThumbnailWidth"] == "8")
    #expect(try ExifTool.binary("JFIF:ThumbnailTIFF", of: file).count > small.rgb.count)
    #expect(try ExifTool.binary("JFXX:ThumbnailImage", of: file) == coded)
  }

  @Test("A multi-picture file lists its pictures, and each is found where the index says")
  func multiPicture() throws {
    let second = try JPEGTool.encode(.cornerCard(width: 24, height: 24))
    let third = try JPEGTool.encode(.solid(width: 40, height: 8))
    let file = plain.adding(EXIFBuilder(orientation: 1)).addingPictures([second, third]).bytes
    let tags = try ExifTool.tags(file)
    #expect(tags["MPF0:NumberOfImages"] == "3")
    #expect(try ExifTool.binary("MPImage2", of: file) == second)
    #expect(try ExifTool.binary("MPImage3", of: file) == third)
  }

  @Test("A gain map is the second picture, and the primary announces it")
  func gainMap() throws {
    let file = try plain.addingGainMap(.gradient(width: 8, height: 6)).bytes
    let tags = try ExifTool.tags(file)
    #expect(tags["XMP-hdrgm:Version"] == "1.0")
    #expect(tags["MPF0:NumberOfImages"] == "2")
    let map = try ExifTool.binary("MPImage2", of: file)
    #expect(try ExifTool.tags(map)["XMP-hdrgm:GainMapMax"] == "2.3")
    #expect(try JPEGTool.decode(map).width == 8)
  }

  @Test("The movies of motion photos are found behind the picture")
  func motionPhotos() throws {
    let movie = MovieStub.mp4(token: "film")
    #expect(try ExifTool.binary("EmbeddedVideoFile", of: plain.addingSamsungMotion(movie).bytes) == movie)
    let google = try ExifTool.tags(plain.addingGoogleMotion(movie).bytes)
    #expect(google["XMP-GCamera:MotionPhoto"] == "1")
    let micro = try ExifTool.tags(plain.addingGoogleMicroVideo(movie).bytes)
    #expect(micro["XMP-GCamera:MicroVideoOffset"] == "\(movie.count)")
    #expect(try ExifTool.tags(movie)["File:MIMEType"] == "video/mp4")
  }

  @Test("A token is found in every carrier", arguments: MetadataCarrier.allCases)
  func carriers(carrier: MetadataCarrier) throws {
    let token = "Sentinel4711"
    let file = try carrier.plant(token, in: plain).bytes
    #expect(file.occurrences(of: token) >= 1)
    #expect(plain.bytes.occurrences(of: token) == 0)
    #expect(try JPEGTool.decode(file, strict: false) == JPEGTool.decode(plain.bytes))
  }

  @Test("One file holds a token in all carriers at once, and still shows its picture")
  func everywhere() throws {
    let file = try MetadataCarrier.plantEverywhere("Sentinel4711", in: plain).bytes
    #expect(file.occurrences(of: "Sentinel4711") >= 50)
    #expect(try JPEGTool.decode(file, strict: false) == JPEGTool.decode(plain.bytes))
  }
}
