/// The tags of EXIF 2.32 §4.6 and TIFF 6.0 that a copy treats in a way of its own.
enum ExifTag {
  static let imageWidth = 0x0100
  static let imageHeight = 0x0101
  static let compression = 0x0103
  static let orientation = 0x0112
  static let thumbnailOffset = 0x0201
  static let thumbnailByteCount = 0x0202
  static let xmp = 0x02BC
  static let photoDirectory = 0x8769
  static let gpsDirectory = 0x8825
  static let makerNote = 0x927C
  static let colorSpace = 0xA001
  static let pixelWidth = 0xA002
  static let pixelHeight = 0xA003
  static let interoperabilityDirectory = 0xA005
  static let gpsTime = 0x0007
  static let gpsDate = 0x001D

  /// What is never copied as it is.
  static let leftOut: Set<Int> = [
    photoDirectory, gpsDirectory, interoperabilityDirectory, makerNote, thumbnailOffset, thumbnailByteCount,
    // XMP has a place of its own in a HEIC.
    xmp,
    // Strips, tiles and further directories of pictures.
    0x0111, 0x0117, 0x0144, 0x0145, 0x014A,
    // The resources of Photoshop, with a thumbnail, and a profile, which may not be the copy's.
    0x8649, 0x8773,
    // DNG's private data of a maker; the padding of Windows, and by how much it moved the maker's note.
    0xC634, 0xEA1C, 0xEA1D,
  ]
}
