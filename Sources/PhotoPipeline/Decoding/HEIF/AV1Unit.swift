/// One open bitstream unit of AV1 (AV1 bitstream specification §5.3).
struct AV1Unit {
  enum Kind {
    case sequenceHeader
    /// The header of a frame, alone or with its data.
    case frame
    case other
  }

  let kind: Kind
  /// Where its content begins behind its header, and how many bytes the content has; `nil` up to the end.
  let headerByteCount: Int
  let contentByteCount: Int?

  /// The most bytes of a header: type, extension, and a length of eight.
  static let headerLimit = 10

  /// Reads a header; `nil` if it is broken or cut off.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, first & 0x80 == 0 else { return nil }
    kind =
      switch first >> 3 & 15 {
      case 1: .sequenceHeader
      case 3, 6, 7: .frame
      default: .other
      }
    var position = first & 4 == 0 ? 1 : 2
    guard first & 2 != 0 else {
      headerByteCount = position
      contentByteCount = nil
      return
    }
    // §4.10.5: seven bits a byte, the lowest first.
    var length = 0
    for index in 0..<8 {
      guard position < bytes.count else { return nil }
      length |= Int(bytes[position] & 0x7F) << (7 * index)
      position += 1
      if bytes[position - 1] & 0x80 == 0 {
        headerByteCount = position
        contentByteCount = length
        return
      }
    }
    return nil
  }
}
