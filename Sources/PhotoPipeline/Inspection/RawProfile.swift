/// Metadata that ImageMagick writes as hexadecimal digits into a text of a PNG, under the keyword
/// `Raw profile type` and a name.
///
/// The text is a line feed, the name, a line feed, the number of bytes in decimal, a line feed, and the
/// digits in lines.
enum RawProfile {
  static let keyword = "Raw profile type "

  /// The bytes that `text` stands for; `nil` if it is not written so.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    let lineFeed = UInt8(ascii: "\n")
    let body = text.drop { $0 == lineFeed }
    guard let endOfName = body.firstIndex(of: lineFeed) else { return nil }
    let rest = body[(endOfName + 1)...]
    guard let endOfCount = rest.firstIndex(of: lineFeed),
      let count = Int(String(decoding: rest[..<endOfCount].filter { $0 != 0x20 }, as: UTF8.self)),
      count >= 0
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, rest.count / 2))
    var high: UInt8?
    for character in rest[(endOfCount + 1)...] where bytes.count < count {
      guard let digit = digit(character) else {
        guard character == lineFeed || character == 0x0D || character == 0x20 else { return nil }
        continue
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x37
    case 0x61...0x66: character - 0x57
    default: nil
    }
  }
}
