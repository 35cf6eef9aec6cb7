import FuzzDriver

@testable import PhotoPipeline

/// What holds for EXIF and XMP of any bytes, alone and in photos.
public enum MetadataProperty {
  /// - Returns: Whether `bytes` begin like TIFF, which EXIF is, or hold a tag, as XMP does; else nothing is
  ///   done.
  public static func check(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      check(ExifReader(ByteView(bytes)), of: bytes)
      CarrierProperty(exif: bytes).check()
      return true
    }
    guard bytes.contains(UInt8(ascii: "<")) else { return false }
    check(XMPReader(bytes).location)
    CarrierProperty(packet: bytes).check()
    return true
  }

  private static func check(_ exif: ExifReader, of bytes: [UInt8]) {
    Fuzzing.require(exif.orientation.map((1...8).contains) ?? true, "an impossible turn")
    for block in exif.blocks {
      Fuzzing.require((1...bytes.count).contains(block.byteCount), "\(block) is larger than the file")
    }
    Fuzzing.require(exif.camera?.isPrintable ?? true, "a camera that spoils a terminal")
    check(exif.location)
  }

  private static func check(_ location: PhotoInspection.Location?) {
    guard let location else { return }
    Fuzzing.require((-90...90).contains(location.latitude), "\(location)")
    Fuzzing.require((-180...180).contains(location.longitude), "\(location)")
    Fuzzing.require(location.altitude?.isFinite ?? true, "\(location)")
  }
}
