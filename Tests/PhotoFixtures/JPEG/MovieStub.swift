/// An MP4 without a track: a header that readers accept, a place, and bytes to search for.
public enum MovieStub {
  /// - Parameters:
  ///   - token: Written into the media data.
  ///   - location: ISO 6709, such as `+46.5000+008.0000/`.
  public static func mp4(token: String = "movie", location: String = "+46.5000+008.0000/") -> [UInt8] {
    let fileType = box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0] + Array("mp42isom".utf8))
    var header = [UInt8](repeating: 0, count: 12)
    // ISO 14496-12 §8.2.2: time scale, duration, rate 1.0, volume 1.0, reserved, unity matrix.
    for number: UInt32 in [1000, 1000, 0x0001_0000] { header.appendBigEndian(number) }
    header += [1, 0] + [UInt8](repeating: 0, count: 10)
    for number: UInt32 in [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000] {
      header.appendBigEndian(number)
    }
    header += [UInt8](repeating: 0, count: 24)
    header.appendBigEndian(UInt32(2))
    let text = Array(location.utf8)
    let place = ByteOrder.bigEndian.bytes(UInt16(text.count)) + [0x15, 0xC7] + text
    let movie = box("moov", box("mvhd", header) + box("udta", box([0xA9] + Array("xyz".utf8), place)))
    return fileType + movie + box("mdat", Array(token.utf8))
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    box(Array(type.utf8), content)
  }

  private static func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
    ByteOrder.bigEndian.bytes(UInt32(content.count + 8)) + type + content
  }
}
