/// What the camera program of an invented phone writes about a photo.
struct PhoneMetadata {
  var orientation: Int
  /// Of the stored picture, in pixels.
  var width: Int
  var height: Int
  /// A JPEG.
  var thumbnail: [UInt8]
  /// Makes the photos of a series differ.
  var seed: UInt64

  private var minute: Int { 20 + Int(seed % 30) }
  private var localTime: String { "2024:09:21 19:\(minute):05" }

  func block() -> EXIFBuilder {
    var exif = EXIFBuilder(.bigEndian, orientation: orientation)
    exif.make = "Example"
    exif.model = "Demo Phone"
    exif.dateTime = localTime
    exif.dateTimeOriginal = localTime
    exif.offsetTimeOriginal = "+02:00"
    exif.makerNote = makerNote()
    exif.colorSpace = 1
    exif.thumbnail = thumbnail
    exif.image[EXIFTag.software] = .ascii("Demo Camera 1.0")
    exif.gps = GPSPosition(
      latitude: 46.5 + Double(seed % 97) * 0.0011, longitude: 8.0 + Double(seed % 89) * 0.0013,
      altitude: 1874.5, date: "2024:09:21", time: [17, UInt32(minute), 5], direction: 214.25)
    exif.location[18] = .ascii("WGS-84")
    exif.photo = settings()
    return exif
  }

  func packet() -> XMPPacket {
    XMPPacket([
      "xmp:CreateDate": "2024-09-21T19:\(minute):05+02:00", "xmp:CreatorTool": "Demo Camera 1.0",
      "photoshop:State": "Valais",
    ])
  }

  private func settings() -> TIFFDirectory {
    TIFFDirectory([
      EXIFTag.exposureTime: .rational([.init(1, 60)]), EXIFTag.fNumber: .rational([.init(18, 10)]),
      EXIFTag.exposureProgram: .short([2]), EXIFTag.photographicSensitivity: .short([125]),
      EXIFTag.dateTimeDigitized: .ascii(localTime), EXIFTag.offsetTime: .ascii("+02:00"),
      EXIFTag.subSecTimeOriginal: .ascii("417"),
      EXIFTag.shutterSpeed: .signedRational([(5907, 1000)]), EXIFTag.aperture: .rational([.init(1696, 1000)]),
      EXIFTag.brightness: .signedRational([(312, 100)]), EXIFTag.exposureBias: .signedRational([(0, 1)]),
      EXIFTag.meteringMode: .short([5]), EXIFTag.flash: .short([16]),
      EXIFTag.focalLength: .rational([.init(57, 10)]), EXIFTag.pixelXDimension: .long([UInt32(width)]),
      EXIFTag.pixelYDimension: .long([UInt32(height)]), EXIFTag.sensingMethod: .short([2]),
      EXIFTag.sceneType: .undefined([1]), EXIFTag.exposureMode: .short([0]),
      EXIFTag.whiteBalance: .short([0]),
      EXIFTag.focalLengthIn35mm: .short([26]), EXIFTag.sceneCaptureType: .short([0]),
      EXIFTag.lensModel: .ascii("Demo Phone back camera 5.7mm f/1.8"),
    ])
  }

  /// Makers keep their layout to themselves: a name, a serial number, and a kilobyte that only they read.
  private func makerNote() -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return Array("Example\0\u{1}\0serial 0042-DEMO\0".utf8)
      + (0..<1024).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}
