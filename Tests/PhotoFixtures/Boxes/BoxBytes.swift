/// Boxes of the ISO base media file format (ISO/IEC 14496-12 §4.2) as bytes.
public enum BoxBytes {
  /// A box; `©` in its type is the byte A9.
  public static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let content = Array(content.joined())
    return ByteOrder.bigEndian.bytes(UInt32(content.count + 8)) + code(type) + content
  }

  /// A box whose size takes 64 bits.
  public static func wideBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(1) + code(type) + ByteOrder.bigEndian.bytes(UInt64(content.count + 16)) + content
  }

  /// A box that reaches to the end of the file.
  public static func openBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(0) + code(type) + content
  }

  /// A box with a version and flags.
  public static func full(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ content: [UInt8]...)
    -> [UInt8]
  {
    box(type, number(UInt32(version) << 24 | flags), Array(content.joined()))
  }

  /// A `uuid` box that holds an XMP packet (XMP part 3 §1.2.7.2).
  public static func xmp(_ packet: XMPPacket) -> [UInt8] {
    let type: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    return box("uuid", type, Array(packet.packet().utf8))
  }

  /// The four bytes of a type.
  public static func code(_ type: String) -> [UInt8] {
    type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  public static func number(_ value: UInt32) -> [UInt8] { ByteOrder.bigEndian.bytes(value) }

  public static func number16(_ value: Int) -> [UInt8] {
    ByteOrder.bigEndian.bytes(UInt16(truncatingIfNeeded: value))
  }
}
