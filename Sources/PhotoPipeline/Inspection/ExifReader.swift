#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What one EXIF block says (EXIF 2.32, CIPA DC-008).
struct ExifReader {
  private enum Tag {
    static let make = 0x010F
    static let model = 0x0110
    static let stripOffsets = 0x0111
    static let orientation = 0x0112
    static let stripByteCounts = 0x0117
    static let dateTime = 0x0132
    static let thumbnailOffset = 0x0201
    static let thumbnailByteCount = 0x0202
    static let xmp = 0x02BC
    static let iptc = 0x83BB
    static let photoshop = 0x8649
    static let exifDirectory = 0x8769
    static let iccProfile = 0x8773
    static let gpsDirectory = 0x8825
    static let dateTimeOriginal = 0x9003
    static let dateTimeDigitized = 0x9004
    static let offsetTime = 0x9010
    static let offsetTimeOriginal = 0x9011
    static let offsetTimeDigitized = 0x9012
    static let makerNote = 0x927C
    static let colorSpace = 0xA001
    static let interoperabilityDirectory = 0xA005
    static let interoperabilityIndex = 0x0001
  }

  /// The most directories of the chain that starts with IFD0; EXIF defines two.
  private static let chainLimit = 8

  /// 1 to 8, or `nil` if IFD0 says nothing valid.
  private(set) var orientation: Int?
  private(set) var location: PhotoInspection.Location?
  private(set) var takenAt: Date?
  private(set) var camera: String?
  /// 1 for sRGB, 2 for Adobe RGB, 65535 for anything else.
  private(set) var colorSpace: Int?
  /// `R98` for sRGB, `R03` for Adobe RGB.
  private(set) var interoperabilityIndex: String?
  /// What lies inside the block: `gps`, `makernote`, `thumbnail` and the odd `xmp`, `iptc`, `icc`.
  private(set) var blocks: [PhotoInspection.Block] = []

  /// Reads the TIFF structure in `view`; where it is broken, what it would have said stays `nil`.
  init(_ view: ByteView) {
    guard let tiff = TIFFBlock(view), let main = tiff.directory(at: tiff.firstDirectory) else { return }
    if let value = tiff.integer(main[Tag.orientation]), (1...8).contains(value) { orientation = value }
    camera = Self.camera(make: tiff.text(main[Tag.make]), model: tiff.text(main[Tag.model]))

    let exif = tiff.integer(main[Tag.exifDirectory]).flatMap { tiff.directory(at: $0) }
    takenAt = Self.time(in: tiff, main: main, exif: exif)
    colorSpace = tiff.integer(exif?[Tag.colorSpace])
    if let offset = tiff.integer(exif?[Tag.interoperabilityDirectory]),
      let directory = tiff.directory(at: offset)
    {
      interoperabilityIndex = tiff.text(directory[Tag.interoperabilityIndex])
    }

    if let pointer = tiff.integer(main[Tag.gpsDirectory] ?? exif?[Tag.gpsDirectory]),
      let directory = tiff.directory(at: pointer)
    {
      add(.gps, directory.byteCount)
      location = ExifLocation.read(directory, in: tiff)
    }
    add(.makerNote, (exif?[Tag.makerNote] ?? main[Tag.makerNote])?.byteCount)
    add(.xmp, main[Tag.xmp]?.byteCount)
    add(.iptc, main[Tag.iptc]?.byteCount)
    add(.photoshop, main[Tag.photoshop]?.byteCount)
    add(.icc, main[Tag.iccProfile]?.byteCount)
    addThumbnails(in: tiff, after: main)
  }

  private mutating func add(_ kind: MetadataKind, _ byteCount: Int?) {
    guard let byteCount, byteCount > 0 else { return }
    blocks.append(PhotoInspection.Block(kind: kind, byteCount: byteCount))
  }

  /// Lists the small pictures of the directories behind IFD0.
  private mutating func addThumbnails(in tiff: TIFFBlock, after main: TIFFBlock.Directory) {
    var visited: Set<Int> = [tiff.firstDirectory]
    var offset = main.next
    while visited.count < Self.chainLimit, visited.insert(offset).inserted,
      let directory = tiff.directory(at: offset)
    {
      add(.thumbnail, Self.thumbnailByteCount(of: directory, in: tiff))
      offset = directory.next
    }
  }

  /// The bytes of a directory's picture that lie inside the block.
  private static func thumbnailByteCount(of directory: TIFFBlock.Directory, in tiff: TIFFBlock) -> Int {
    func present(_ offset: Int?, _ count: Int?) -> Int {
      guard let offset, let count, offset > 0, count > 0 else { return 0 }
      return min(count, tiff.view.dropFirst(offset).count)
    }
    if let offset = directory[Tag.thumbnailOffset] {
      return present(tiff.integer(offset), tiff.integer(directory[Tag.thumbnailByteCount]))
    }
    guard let offsets = directory[Tag.stripOffsets], let counts = directory[Tag.stripByteCounts] else {
      return 0
    }
    let strips = (0..<min(offsets.count, counts.count)).reduce(0) { total, index in
      total + present(tiff.integer(offsets, at: index), tiff.integer(counts, at: index))
    }
    return min(strips, tiff.view.count)
  }

  /// EXIF 2.32 §4.6.5: when the picture was taken, else when it was digitized, else when the file was
  /// changed, each with the zone that belongs to it.
  private static func time(
    in tiff: TIFFBlock, main: TIFFBlock.Directory, exif: TIFFBlock.Directory?
  ) -> Date? {
    let candidates = [
      (exif?[Tag.dateTimeOriginal], exif?[Tag.offsetTimeOriginal]),
      (exif?[Tag.dateTimeDigitized], exif?[Tag.offsetTimeDigitized]),
      (main[Tag.dateTime], exif?[Tag.offsetTime]),
    ]
    for (time, zone) in candidates {
      if let text = tiff.bytes(time), let date = CivilTime.date(exif: text, zone: tiff.bytes(zone)) {
        return date
      }
    }
    return nil
  }

  /// Forgets the orientation, where the block is not the one that decides it.
  mutating func dropOrientation() { orientation = nil }

  /// Maker and model, without the maker's name twice.
  static func camera(make: String?, model: String?) -> String? {
    guard let make, let model else { return model ?? make }
    return model.lowercased().hasPrefix(make.lowercased()) ? model : "\(make) \(model)"
  }
}
