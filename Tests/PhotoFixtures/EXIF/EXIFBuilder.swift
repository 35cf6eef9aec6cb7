/// Writes an EXIF block (EXIF 2.32) as cameras do, or as they should not.
///
/// Fields that are `nil` are left out. ``image``, ``photo``, ``location`` and ``thumbnailDirectory`` take
/// any further field, and win over the named ones.
public struct EXIFBuilder: Sendable {
  public var order: ByteOrder
  public var make: String?
  public var model: String?
  /// 1 to 8 by the standard; any value can be written.
  public var orientation: Int?
  /// The TIFF type of ``orientation``; SHORT by the standard.
  public var orientationType = TIFFValue.IntegerType.short
  /// `YYYY:MM:DD hh:mm:ss`.
  public var dateTime: String?
  /// `YYYY:MM:DD hh:mm:ss`.
  public var dateTimeOriginal: String?
  /// `+hh:mm`.
  public var offsetTimeOriginal: String?
  public var makerNote: [UInt8]?
  /// 1 for sRGB, 65535 for uncalibrated.
  public var colorSpace: UInt16?
  /// ASCII text; the code that names the character set is added.
  public var userComment: String?
  /// `R98` for sRGB, `R03` for Adobe RGB.
  public var interoperability: String?
  /// A JPEG for the second directory.
  public var thumbnail: [UInt8]?
  /// The orientation of the second directory, which is nobody's business but the thumbnail's.
  public var thumbnailOrientation: Int?
  public var gps: GPSPosition?

  /// Further fields of the first directory.
  public var image = TIFFDirectory()
  /// Further fields of the Exif directory.
  public var photo = TIFFDirectory()
  /// Further fields of the GPS directory.
  public var location = TIFFDirectory()
  /// Further fields of the second directory.
  public var thumbnailDirectory = TIFFDirectory()

  public init(_ order: ByteOrder = .littleEndian, orientation: Int? = nil, gps: GPSPosition? = nil) {
    self.order = order
    self.orientation = orientation
    self.gps = gps
  }

  /// The TIFF structure alone, as PNG, WebP and HEIF carry it.
  public func tiff() -> [UInt8] {
    var first = TIFFDirectory()
    first[EXIFTag.make] = make.map { .ascii($0) }
    first[EXIFTag.model] = model.map { .ascii($0) }
    first[EXIFTag.orientation] = orientation.map { .integer($0, as: orientationType) }
    first[EXIFTag.dateTime] = dateTime.map { .ascii($0) }
    first[EXIFTag.xResolution] = .rational([.init(72, 1)])
    first[EXIFTag.yResolution] = .rational([.init(72, 1)])
    first[EXIFTag.resolutionUnit] = .short([2])
    first[EXIFTag.yCbCrPositioning] = .short([1])
    first[EXIFTag.exifDirectory] = .directory(exifDirectory())
    let places = gps.map(\.directory) ?? TIFFDirectory()
    let gpsDirectory = TIFFDirectory(places.fields.merging(location.fields) { $1 })
    if !gpsDirectory.fields.isEmpty { first[EXIFTag.gpsDirectory] = .directory(gpsDirectory) }
    first.fields.merge(image.fields) { $1 }
    return first.tiff(order, chained: secondDirectory().map { [$0] } ?? [])
  }

  /// The payload of a JPEG's APP1 segment.
  public func payload() -> [UInt8] {
    Array("Exif\0\0".utf8) + tiff()
  }

  private func exifDirectory() -> TIFFDirectory {
    var directory = TIFFDirectory()
    directory[EXIFTag.exifVersion] = .undefined(Array("0232".utf8))
    directory[EXIFTag.componentsConfiguration] = .undefined([1, 2, 3, 0])
    directory[EXIFTag.flashpixVersion] = .undefined(Array("0100".utf8))
    directory[EXIFTag.dateTimeOriginal] = dateTimeOriginal.map { .ascii($0) }
    directory[EXIFTag.offsetTimeOriginal] = offsetTimeOriginal.map { .ascii($0) }
    directory[EXIFTag.makerNote] = makerNote.map { .undefined($0) }
    directory[EXIFTag.colorSpace] = colorSpace.map { .short([$0]) }
    // EXIF 2.32 §4.6.5: the first eight bytes name the character set.
    directory[EXIFTag.userComment] = userComment.map {
      .undefined(Array("ASCII\0\0\0".utf8) + Array($0.utf8))
    }
    if let interoperability {
      directory[EXIFTag.interoperabilityDirectory] = .directory(
        TIFFDirectory([1: .ascii(interoperability), 2: .undefined(Array("0100".utf8))]))
    }
    directory.fields.merge(photo.fields) { $1 }
    return directory
  }

  private func secondDirectory() -> TIFFDirectory? {
    var directory = TIFFDirectory()
    if let thumbnail {
      directory[EXIFTag.compression] = .short([6])
      directory[EXIFTag.xResolution] = .rational([.init(72, 1)])
      directory[EXIFTag.yResolution] = .rational([.init(72, 1)])
      directory[EXIFTag.resolutionUnit] = .short([2])
      directory[EXIFTag.jpegOffset] = .offset(of: thumbnail)
      directory[EXIFTag.jpegByteCount] = .long([UInt32(thumbnail.count)])
    }
    directory[EXIFTag.orientation] = thumbnailOrientation.map { .short([UInt16(truncatingIfNeeded: $0)]) }
    directory.fields.merge(thumbnailDirectory.fields) { $1 }
    return directory.fields.isEmpty ? nil : directory
  }
}
