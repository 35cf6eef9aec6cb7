/// A place of a JPEG where text can hide.
///
/// ``plant(_:in:)`` writes a token there; a cleaned picture must not contain it anywhere.
public enum MetadataCarrier: String, Sendable, CaseIterable {
  case exifTexts
  case exifUserComment
  case exifMakerNote
  case exifThumbnail
  case gpsTexts
  case jfifThumbnail
  case jfifExtension
  case xmp
  case extendedXMP
  case iptc
  case photoshopResource
  case photoshopThumbnail
  case iccDescription
  case comment
  /// Behind the coded data, where few look for a segment.
  case commentBehindScan
  /// APP0 to APP15, each with a signature that nobody knows.
  case applicationSegments
  case multiPicture
  case gainMap
  case samsungMotion
  case googleMotion
  case trailer

  /// Adds a block that holds `token`, in ASCII, at least once.
  ///
  /// - Throws: ``FixtureError`` if `cjpeg` is missing.
  public func plant(_ token: String, in file: JPEGFile) throws -> JPEGFile {
    var exif = EXIFBuilder(.bigEndian)
    switch self {
    case .exifTexts:
      for tag in [
        EXIFTag.imageDescription, EXIFTag.make, EXIFTag.model, EXIFTag.software, EXIFTag.artist,
        EXIFTag.copyright,
      ] { exif.image[tag] = .ascii(token) }
      for tag in [
        EXIFTag.imageUniqueID, EXIFTag.cameraOwnerName, EXIFTag.bodySerialNumber, EXIFTag.lensModel,
      ] { exif.photo[tag] = .ascii(token) }
      return file.adding(exif)
    case .exifUserComment:
      exif.userComment = token
      return file.adding(exif)
    case .exifMakerNote:
      exif.makerNote = Array("Example\0\(token)".utf8)
      return file.adding(exif)
    case .exifThumbnail:
      exif.thumbnail = try Self.picture(token)
      return file.adding(exif)
    case .gpsTexts:
      exif.location = GPSPosition.allFields(token: token)
      return file.adding(exif)
    case .jfifThumbnail:
      let samples = Array(token.utf8) + [UInt8](repeating: 0, count: 2)
      let pixels = samples.count / 3
      let thumbnail = Raster(width: pixels, height: 1, rgb: Array(samples.prefix(pixels * 3)))
      return file.removing(JPEGMarker.app(0)).adding(.jfif(thumbnail: thumbnail), at: .start)
    case .jfifExtension: return file.adding(.jfxx(thumbnail: try Self.picture(token)))
    case .xmp: return file.adding(XMPPacket(["photoshop:City": token]))
    case .extendedXMP:
      var packet = XMPPacket()
      packet.extendedProperties = ["photoshop:Instructions": token]
      return file.adding(packet)
    case .iptc: return file.adding(.photoshop([.iptc([5: token, 90: token, 120: token])]))
    case .photoshopResource: return file.adding(.photoshop([.init(0x03F0, Array(token.utf8))]))
    case .photoshopThumbnail:
      return try file.adding(.photoshop([.thumbnail(Self.picture(token), width: 16, height: 16)]))
    case .iccDescription:
      return file.adding(profile: ICCBuilder("Profile \(token)", .sRGB, .sRGB).bytes())
    case .comment: return file.adding(.comment(token))
    case .commentBehindScan:
      var copy = file
      copy.scans += JPEGSegment.comment(token).bytes
      return copy
    case .applicationSegments:
      return file.adding((0...15).map { .app($0, "Example", Array(token.utf8)) })
    case .multiPicture: return try file.addingPictures([Self.picture(token)])
    case .gainMap:
      return try file.addingGainMap(
        .gradient(width: 16, height: 16), properties: ["photoshop:City": token])
    case .samsungMotion: return file.addingSamsungMotion(MovieStub.mp4(token: token))
    case .googleMotion: return file.addingGoogleMotion(MovieStub.mp4(token: token))
    case .trailer: return file.adding(trailer: Array(token.utf8))
    }
  }

  /// A JPEG with a token in every carrier.
  public static func plantEverywhere(_ token: String, in file: JPEGFile) throws -> JPEGFile {
    try allCases.reduce(file) { try $1.plant(token, in: $0) }
  }

  /// A small picture that says `token` in a comment.
  private static func picture(_ token: String) throws -> [UInt8] {
    try JPEGFile(.gradient(width: 16, height: 16)).adding(.comment(token)).bytes
  }
}
