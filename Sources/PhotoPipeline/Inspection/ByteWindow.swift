import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A window that slides over a ``ByteSource``, so that a reader may look anywhere and holds only a
/// little.
///
/// Every offset is checked: what lies behind the end is `nil`, never a trap.
struct ByteWindow {
  private let source: any ByteSource
  private var buffer: [UInt8]
  /// Where in the source the buffer starts.
  private var start = 0
  /// How many bytes of the buffer are filled.
  private var count = 0
  /// Where the bytes end. A file that shrinks while it is read ends earlier.
  private(set) var end: Int

  /// - Parameter capacity: The most bytes to hold; 256 KiB by default, a few dozen reads for a photo.
  init(_ source: any ByteSource, capacity: Int = 256 << 10) {
    self.source = source
    end = source.byteCount
    buffer = [UInt8](repeating: 0, count: max(16, min(capacity, source.byteCount)))
  }

  /// Makes the buffer start at `offset`.
  private mutating func slide(to offset: Int) throws(FileSystemError) {
    start = offset
    count = 0
    guard offset >= 0, offset < end else { return }
    let source = source
    let read: Result<Int, FileSystemError> = buffer.withUnsafeMutableBytes { bytes in
      do throws(FileSystemError) {
        return .success(try source.read(into: bytes, at: offset))
      } catch {
        return .failure(error)
      }
    }
    count = min(try read.get(), end - offset)
    if count < buffer.count { end = min(end, offset + count) }
  }

  /// Whether `offset` lies in the buffer after an attempt to bring it there.
  private mutating func holds(_ offset: Int) throws(FileSystemError) -> Bool {
    if offset >= start, offset - start < count { return true }
    guard offset >= 0, offset < end else { return false }
    try slide(to: offset)
    return count > 0
  }

  /// The byte at `offset`, or `nil` behind the end.
  mutating func byte(at offset: Int) throws(FileSystemError) -> UInt8? {
    try holds(offset) ? buffer[offset - start] : nil
  }

  /// The 16-bit big-endian number at `offset`, or `nil` if it is not all there.
  mutating func uint16(at offset: Int) throws(FileSystemError) -> Int? {
    guard let high = try byte(at: offset), let low = try byte(at: offset + 1) else { return nil }
    return Int(high) << 8 | Int(low)
  }

  /// The bytes from `offset` on, at most `limit` of them, fewer at the end.
  mutating func prefix(at offset: Int, limit: Int) throws(FileSystemError) -> [UInt8] {
    guard offset >= 0, offset < end, limit > 0 else { return [] }
    let wanted = min(limit, end - offset)
    if offset < start || offset + wanted > start + count { try slide(to: offset) }
    guard wanted > count - (offset - start) else {
      return Array(buffer[offset - start..<offset - start + wanted])
    }
    // More than the window holds: collected window by window.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(wanted)
    var position = offset
    while bytes.count < wanted, try holds(position) {
      let part = buffer[position - start..<min(count, position - start + wanted - bytes.count)]
      bytes += part
      position += part.count
    }
    return bytes
  }

  /// Exactly `count` bytes from `offset` on, or `nil` if they are not all there.
  mutating func bytes(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8]? {
    guard count >= 0, offset >= 0, offset <= end, count <= end - offset else { return nil }
    let bytes = try prefix(at: offset, limit: count)
    return bytes.count == count ? bytes : nil
  }

  /// Hands out the bytes in `range` in parts, in order, until `body` returns `false` or they end.
  mutating func forEachPart(
    of range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(FileSystemError) {
    var position = range.lowerBound
    while position < range.upperBound, try holds(position) {
      let part = position - start..<min(count, range.upperBound - start)
      guard buffer.withUnsafeBytes({ body(UnsafeRawBufferPointer(rebasing: $0[part])) }) else { return }
      position += part.count
    }
  }

  /// The first offset in `offset..<limit` that holds `value`.
  mutating func firstIndex(of value: UInt8, from offset: Int, limit: Int) throws(FileSystemError) -> Int? {
    var position = offset
    while position < min(limit, end), try holds(position) {
      let found = buffer.withUnsafeBytes { bytes -> Int? in
        let first = position - start
        let last = min(count, limit - start)
        guard let base = bytes.baseAddress, first < last,
          let hit = memchr(base + first, CInt(value), last - first)
        else { return nil }
        return UnsafeRawPointer(hit) - base
      }
      if let found { return start + found }
      position = start + count
    }
    return nil
  }

  /// The first offset in `offset..<limit` at which `token` starts; all of it must lie before `limit`.
  mutating func firstIndex(
    of token: [UInt8], from offset: Int, limit: Int
  ) throws(FileSystemError) -> Int? {
    guard let first = token.first, token.count <= buffer.count else { return nil }
    if token.count == 1 { return try firstIndex(of: first, from: offset, limit: limit) }
    var position = offset
    while position >= 0, position + token.count <= min(limit, end), try holds(position) {
      if position + token.count > start + count { try slide(to: position) }
      if let found = buffer[position - start..<min(count, limit - start)].firstIndex(of: token) {
        return start + found
      }
      // A token may lie across the end of the window.
      let next = start + count - (token.count - 1)
      guard next > position else { return nil }
      position = next
    }
    return nil
  }

  /// The offset of the marker that ends the entropy-coded data that `offset` lies in, or the end.
  ///
  /// - Parameter limit: Where to stop looking; the whole last window may be looked at.
  ///
  /// ITU-T T.81 §B.1.1.5: a byte FF in coded data is followed by a stuffed 00. Restart markers lie
  /// between intervals of the same scan, and any number of fill bytes FF may precede a marker.
  mutating func endOfEntropyCodedData(
    from offset: Int, limit: Int = .max
  ) throws(FileSystemError) -> Int {
    var position = offset
    while position < limit, try holds(position) {
      let (marker, next) = buffer.withUnsafeBytes { bytes -> (Int?, Int) in
        guard let base = bytes.baseAddress else { return (nil, start + count) }
        var index = position - start
        while index < count, let hit = memchr(base + index, 0xFF, count - index) {
          index = UnsafeRawPointer(hit) - base
          // The byte that tells lies in the next window.
          guard index + 1 < count else { return (nil, start + index) }
          switch bytes[index + 1] {
          case 0x00, 0xD0...0xD7: index += 2
          case 0xFF: index += 1
          default: return (start + index, 0)
          }
        }
        return (nil, start + max(index, count))
      }
      if let marker { return marker }
      if next + 1 == end { return end }
      if next < start + count { try slide(to: next) }
      position = next
    }
    return min(limit, end)
  }

  /// Whether all bytes in `range` are zero.
  mutating func isBlank(_ range: Range<Int>) throws(FileSystemError) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let bytes = try prefix(at: position, limit: min(64 << 10, range.upperBound - position))
      guard !bytes.isEmpty else { break }
      if bytes.contains(where: { $0 != 0 }) { return false }
      position += bytes.count
    }
    return true
  }

  /// Where the zeros begin that fill up the bytes before `limit`; `limit` itself if they are fewer than
  /// a decoder may find in good coded data.
  mutating func endWithoutZeros(before limit: Int) throws(FileSystemError) -> Int {
    let shortestFill = 16
    var position = min(limit, end)
    while position > 0 {
      let start = max(0, position - (64 << 10))
      let bytes = try prefix(at: start, limit: position - start)
      if let last = bytes.lastIndex(where: { $0 != 0 }) {
        position = start + last + 1
        break
      }
      position = start
    }
    return limit - position < shortestFill ? limit : position
  }
}

extension ArraySlice<UInt8> {
  /// The first index at which `token` starts.
  func firstIndex(of token: [UInt8]) -> Int? {
    guard let first = token.first, token.count <= count else { return nil }
    let offset = withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      let last = bytes.count - token.count
      var index = 0
      while index <= last, let hit = memchr(base + index, CInt(first), last + 1 - index) {
        if memcmp(hit, token, token.count) == 0 { return UnsafeRawPointer(hit) - base }
        index = UnsafeRawPointer(hit) - base + 1
      }
      return nil
    }
    return offset.map { startIndex + $0 }
  }
}
