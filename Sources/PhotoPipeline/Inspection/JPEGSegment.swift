/// The names by which application segments are told apart.
enum JPEGSegment {
  /// ITU-T T.871 §10.1.
  static let jfifName = Array("JFIF\0".utf8)
  static let jfifExtensionName = Array("JFXX\0".utf8)
  /// EXIF 2.32 §4.7.2 ends the name with two NULs; a few writers put another byte for the second.
  static let exifName = Array("Exif\0".utf8)
  static let exifHeaderByteCount = 6
  /// XMP part 3 §1.1.3.
  static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  /// ICC.1:2022 §B.4.
  static let iccName = Array("ICC_PROFILE\0".utf8)
  /// ISO 21496-1 annex C.
  static let gainMapName = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  static let oldPhotoshopName = Array("Adobe_Photoshop2.5:".utf8)
  static let adobeName = Array("Adobe".utf8)

  /// The longest head of a segment that is needed to tell it: an extended XMP header.
  static let headByteCount = 96
}
