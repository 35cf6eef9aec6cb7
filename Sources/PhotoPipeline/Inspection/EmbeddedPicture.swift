/// A further JPEG behind the picture: what it is for and where it ends.
struct EmbeddedPicture {
  private(set) var isGainMap = false
  private(set) var isDepth = false
  /// Where it ends: behind its end marker, or where it could not be read on.
  private(set) var end: Int

  /// Reads the segments from `start` on.
  ///
  /// - Parameter limit: Where it ends at the latest.
  init(at start: Int, limit: Int, window: inout ByteWindow) throws {
    end = start + 2
    var position = start + 2
    while position < limit, try window.byte(at: position) == 0xFF,
      let marker = try window.byte(at: position + 1)
    {
      if marker == 0xFF {
        position += 1
        continue
      }
      if marker == 0xD9 {
        end = min(limit, position + 2)
        return
      }
      guard marker >= 0xC0, !(0xD0...0xD8).contains(marker),
        let length = try window.uint16(at: position + 2), length >= 2, position + 2 + length <= limit
      else { break }
      try note(marker, payload: position + 4..<position + 2 + length, in: &window)
      position += 2 + length
      if marker == 0xDA { position = try window.endOfEntropyCodedData(from: position, limit: limit) }
    }
    end = max(end, min(limit, position))
  }

  private mutating func note(_ marker: UInt8, payload: Range<Int>, in window: inout ByteWindow) throws {
    guard marker == 0xE1 || marker == 0xE2 else { return }
    let head = ByteView(try window.prefix(at: payload.lowerBound, limit: min(payload.count, 48)))
    if head.starts(with: JPEGSegment.gainMapName) {
      isGainMap = true
    } else if head.starts(with: JPEGSegment.xmpName) {
      let packet = XMPReader(try window.prefix(at: payload.lowerBound, limit: payload.count))
      isGainMap = isGainMap || packet.describesGainMap
      isDepth = isDepth || packet.describesDepth
    }
  }
}
