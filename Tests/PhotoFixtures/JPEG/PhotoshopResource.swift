/// An image resource block of Photoshop, as APP13 carries it.
public struct PhotoshopResource: Sendable, Hashable {
  /// Its number: 0x0404 IPTC, 0x040C thumbnail, 0x0422 EXIF, 0x0424 XMP.
  public var identifier: UInt16
  public var data: [UInt8]

  public init(_ identifier: UInt16, _ data: [UInt8]) {
    self.identifier = identifier
    self.data = data
  }

  /// The block: signature, number, an empty name, length, data, each part of even length.
  public var bytes: [UInt8] {
    var block = Array("8BIM".utf8)
    block.appendBigEndian(identifier)
    block += [0, 0]
    block.appendBigEndian(UInt32(data.count))
    block += data
    if data.count % 2 == 1 { block.append(0) }
    return block
  }

  /// IPTC-IIM records of the application record 2 by data set: 5 title, 25 keyword, 80 by-line, 90 city,
  /// 101 country, 120 caption.
  public static func iptc(_ texts: KeyValuePairs<UInt8, String>) -> PhotoshopResource {
    // Data set 1:90 says that the texts are UTF-8; 2:00 is the version of the record.
    var records: [UInt8] = [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47, 0x1C, 2, 0, 0, 2, 0, 4]
    for (dataSet, text) in texts {
      records += [0x1C, 2, dataSet]
      records.appendBigEndian(UInt16(text.utf8.count))
      records += Array(text.utf8)
    }
    return PhotoshopResource(0x0404, records)
  }

  /// A small copy of the picture, itself a JPEG.
  public static func thumbnail(_ jpeg: [UInt8], width: Int, height: Int) -> PhotoshopResource {
    var data: [UInt8] = []
    let rowBytes = (width * 24 + 31) / 32 * 4
    for number in [1, width, height, rowBytes, rowBytes * height, jpeg.count] {
      data.appendBigEndian(UInt32(number))
    }
    data.appendBigEndian(UInt16(24))
    data.appendBigEndian(UInt16(1))
    return PhotoshopResource(0x040C, data + jpeg)
  }
}
