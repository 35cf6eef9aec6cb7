import DurableFiles

/// A box of the ISO base media file format (ISO/IEC 14496-12 §4.2), or an atom of QuickTime.
struct Box {
  let type: FourCC
  /// Where it lies, with its header; cut off where what holds it ends.
  let range: Range<Int>
  /// What lies behind the header.
  let content: Range<Int>
  /// How many bytes it claims beyond the end of what holds it.
  let missingByteCount: Int

  /// Reads the header at `position`.
  ///
  /// - Parameter limit: The end of what holds the box.
  /// - Returns: `nil` if no header fits there, or its size is smaller than itself.
  init?(at position: Int, limit: Int, window: inout ByteWindow) throws(FileSystemError) {
    let limit = min(limit, window.end)
    guard position >= 0, position <= limit - 8 else { return nil }
    let head = ByteView(try window.prefix(at: position, limit: min(16, limit - position)))
    guard let size = head.uint32(at: 0), let type = FourCC(head, at: 4) else { return nil }
    var headerByteCount = 8
    var byteCount = size
    if size == 0 {
      byteCount = limit - position
    } else if size == 1 {
      guard let wide = head.uint64(at: 8) else { return nil }
      headerByteCount = 16
      byteCount = Int(clamping: wide)
    }
    guard byteCount >= headerByteCount else { return nil }
    let present = min(byteCount, limit - position)
    self.type = type
    range = position..<position + present
    content = position + headerByteCount..<position + present
    missingByteCount = byteCount - present
  }
}

extension Box {
  /// The version of a box that is a FullBox (§4.2.2), its 24 flags, and what lies behind them.
  struct Full {
    let version: Int
    let flags: Int
    let body: ByteView

    init?(_ content: ByteView) {
      guard let head = content.uint32(at: 0) else { return nil }
      version = head >> 24
      flags = head & 0xFF_FFFF
      body = content.dropFirst(4)
    }
  }

  /// The first 16 bytes of a `uuid` box, which tell its kind.
  func userType(in window: inout ByteWindow) throws(FileSystemError) -> [UInt8]? {
    guard type == "uuid", content.count >= 16 else { return nil }
    return try window.bytes(at: content.lowerBound, count: 16)
  }
}
