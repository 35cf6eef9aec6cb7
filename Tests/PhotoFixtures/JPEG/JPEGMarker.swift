/// The second byte of the markers of ITU-T T.81 table B.1 that the fixtures use.
public enum JPEGMarker {
  public static let startOfImage: UInt8 = 0xD8
  public static let endOfImage: UInt8 = 0xD9
  public static let startOfScan: UInt8 = 0xDA
  public static let defineNumberOfLines: UInt8 = 0xDC
  public static let quantizationTable: UInt8 = 0xDB
  public static let comment: UInt8 = 0xFE

  /// APPn, `number` 0 to 15.
  public static func app(_ number: Int) -> UInt8 { 0xE0 + UInt8(number) }

  /// SOF0 to SOF15, without the three numbers that are tables and no frames.
  public static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// Whether a segment tells about the picture and is not needed to decode it.
  public static func isMetadata(_ marker: UInt8) -> Bool {
    (0xE0...0xEF).contains(marker) || marker == comment
  }
}
