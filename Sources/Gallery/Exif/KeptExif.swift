import PhotoPipeline

/// The EXIF of an original, as the copy gets it (EXIF 2.32, CIPA DC-008).
///
/// Each directory is read once, from where the standard has it, and no chain is followed, so what refers to itself
/// cannot loop. Fields that cannot be read are left out, and so is what points into the old file: thumbnails, previews,
/// strips, the maker's note unless it is asked for. Values of fields that overlap are copied as long as all together are
/// no longer than the block.
struct KeptExif {
  private(set) var image: [Int: ExifField] = [:]
  private(set) var photo: [Int: ExifField] = [:]
  private(set) var gps: [Int: ExifField] = [:]
  private(set) var interoperability: [Int: ExifField] = [:]
  /// A JPEG for the second directory.
  var thumbnail: [UInt8]?
  /// An XMP packet that lay among the fields, which is not its place in a HEIC.
  private(set) var packet: [UInt8] = []
  let make: ExifFieldMaker

  /// - Parameter tiff: A TIFF structure; what is none says nothing.
  init(_ tiff: [UInt8], keepsMakerNote: Bool) {
    guard let block = TIFFBlock(ByteView(tiff)), let main = block.directory(at: block.firstDirectory) else {
      make = ExifFieldMaker(isBigEndian: true)
      return
    }
    make = ExifFieldMaker(isBigEndian: block.isBigEndian)
    var reader = Reader(block: block, bytesLeft: tiff.count)
    let exif = block.integer(main[ExifTag.photoDirectory]).flatMap { block.directory(at: $0) }
    image = reader.fields(of: main)
    photo = exif.map { reader.fields(of: $0) } ?? [:]
    if let place = block.integer(main[ExifTag.gpsDirectory] ?? exif?[ExifTag.gpsDirectory]) {
      gps = block.directory(at: place).map { reader.fields(of: $0) } ?? [:]
    }
    if let place = block.integer(exif?[ExifTag.interoperabilityDirectory]) {
      interoperability = block.directory(at: place).map { reader.fields(of: $0) } ?? [:]
    }
    if let bytes = block.bytes(main[ExifTag.xmp]) { packet = Array(bytes) }
    if keepsMakerNote, let note = exif?[ExifTag.makerNote], let bytes = block.bytes(note), note.offset >= 8 {
      // Most notes count their offsets from the start of the block, so they stay where they were.
      photo[ExifTag.makerNote] = ExifField(
        type: note.type, count: note.count, bytes: Array(bytes), place: note.isOutside ? note.offset : nil)
    }
  }

  /// Reads directories as long as they are no longer than the block they lie in.
  private struct Reader {
    let block: TIFFBlock
    var bytesLeft: Int

    mutating func fields(of directory: TIFFBlock.Directory) -> [Int: ExifField] {
      var fields: [Int: ExifField] = [:]
      for entry in directory.entries where fields[entry.tag] == nil {
        guard !ExifTag.leftOut.contains(entry.tag), entry.type != ExifField.Kind.directory,
          entry.byteCount <= bytesLeft, let bytes = block.bytes(entry)
        else { continue }
        bytesLeft -= entry.byteCount
        fields[entry.tag] = ExifField(type: entry.type, count: entry.count, bytes: Array(bytes))
      }
      return fields
    }
  }

  /// Whether there is nothing to say.
  var isEmpty: Bool { image.isEmpty && photo.isEmpty && gps.isEmpty && thumbnail == nil }

  /// Says how the copy is stored: upright and so large.
  ///
  /// - Parameter isConverted: Whether its colors are sRGB's now and were not before.
  mutating func describePicture(_ size: (width: Int, height: Int), isConverted: Bool) {
    guard !isEmpty else { return }
    image[ExifTag.orientation] = make.short(1)
    photo[ExifTag.pixelWidth] = make.long(size.width)
    photo[ExifTag.pixelHeight] = make.long(size.height)
    for (tag, side) in [(ExifTag.imageWidth, size.width), (ExifTag.imageHeight, size.height)]
    where image[tag] != nil {
      image[tag] = make.long(side)
    }
    if isConverted {
      photo[ExifTag.colorSpace] = make.short(1)
      interoperability = [:]
    }
  }

  /// Replaces the place, with all that belongs to it but the time.
  ///
  /// - Parameters:
  ///   - latitude: Degrees, -90 to 90.
  ///   - longitude: Degrees, -180 to 180.
  ///   - altitude: Meters above sea level.
  mutating func setLocation(latitude: Double, longitude: Double, altitude: Double?) {
    gps = gps.filter { [ExifTag.gpsTime, ExifTag.gpsDate].contains($0.key) }
    gps[0x0000] = ExifField(type: ExifField.Kind.byte, count: 4, bytes: [2, 3, 0, 0])
    gps[0x0001] = make.text(latitude < 0 ? "S" : "N")
    gps[0x0002] = degrees(latitude)
    gps[0x0003] = make.text(longitude < 0 ? "W" : "E")
    gps[0x0004] = degrees(longitude)
    if let altitude, altitude.magnitude < 1_000_000 {
      gps[0x0005] = ExifField(type: ExifField.Kind.byte, count: 1, bytes: [altitude < 0 ? 1 : 0])
      gps[0x0006] = make.rationals([(Int((altitude.magnitude * 1000).rounded()), 1000)])
    }
    gps[0x0012] = make.text("WGS-84")
    if image[ExifTag.orientation] == nil { image[ExifTag.orientation] = make.short(1) }
  }

  /// Degrees, minutes and ten-thousandths of seconds, which are 3 mm on the ground.
  private func degrees(_ value: Double) -> ExifField {
    let units = Int((value.magnitude * 36_000_000).rounded())
    return make.rationals([
      (units / 36_000_000, 1), (units / 600_000 % 60, 1), (units % 600_000, 10_000),
    ])
  }
}
