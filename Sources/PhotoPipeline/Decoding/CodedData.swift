import DurableFiles

#if canImport(CJPEG)
  import PixelKernels

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The coded data of a scan, read and freed of stuffed bytes as they are decoded.
  ///
  /// They come in segments that end at a marker or with the file.
  final class CodedData {
    private static let readCount = 64 << 10
    /// What a decoder may read behind the data.
    private static let overrun = Int(PK_MCU_BYTES)

    private let source: any ByteSource
    private var offset: Int
    /// Bytes as read, and behind them the same without stuffed bytes.
    private let memory: ZeroedMemory
    private var raw: Range<Int> = 0..<0
    private let clean: UnsafeMutablePointer<UInt8>
    private var cleanEnd: UnsafeMutablePointer<UInt8>
    private var bits: pk_bits
    private var hasEnded = false
    private var marker: UInt8?

    /// - Throws: ``OutOfMemory``.
    init(_ source: any ByteSource, offset: Int) throws(OutOfMemory) {
      // What is left of one reading, less than an overrun, stands before the next; zeros follow the last.
      let capacity = Self.readCount + 2 * Self.overrun
      memory = try ZeroedMemory(count: Self.readCount + capacity)
      self.source = source
      self.offset = offset
      clean = memory.base + Self.readCount
      cleanEnd = clean
      bits = pk_bits(next: clean, stop: clean, buffer: 0, count: 0)
    }

    /// Decodes 1 to `limit` MCUs.
    ///
    /// - Returns: The number of MCUs.
    /// - Throws: ``ScanDecoder/Irregularity`` if there is none in this segment, ``FileSystemError``.
    func decode(
      _ components: inout [pk_scan_component], atMost limit: Int, by filters: pk_filters
    ) throws -> Int {
      while true {
        var count = 0
        let status = filters.decode_mcus(&bits, &components, components.count, limit, &count)
        // The last MCU may have taken bits that are not there, which the decoder reads as zeros.
        guard status != PK_SCAN_BROKEN, bitsLeft >= 0 else { throw ScanDecoder.Irregularity() }
        if count > 0 { return count }
        guard try readMore() else { throw ScanDecoder.Irregularity() }
      }
    }

    /// Goes to the end of the segment, which must be all decoded but for the bits that fill up its last byte.
    ///
    /// - Returns: The marker that follows, or `nil` at the end of the file.
    func end() throws -> UInt8? {
      while !hasEnded, bitsLeft < 8 { _ = try readMore() }
      guard hasEnded, (0..<8).contains(bitsLeft) else { throw ScanDecoder.Irregularity() }
      return marker
    }

    /// Begins the segment behind the marker that ended the last one.
    func beginSegment() {
      cleanEnd = clean
      bits = pk_bits(next: clean, stop: clean, buffer: 0, count: 0)
      hasEnded = false
      marker = nil
    }

    private var bitsLeft: Int { (UnsafePointer(cleanEnd) - bits.next) * 8 + Int(bits.count) }

    /// Reads on in the segment; `false` if it has ended.
    private func readMore() throws(FileSystemError) -> Bool {
      guard !hasEnded else { return false }
      let left = max(0, UnsafePointer(cleanEnd) - bits.next)
      memmove(clean, bits.next, left)
      bits.next = UnsafePointer(clean)
      cleanEnd = clean + left
      // A byte FF may be left, of which only the next one tells what it is.
      if raw.count < 2 {
        if let byte = raw.first { memory.base[0] = memory.base[byte] }
        let kept = raw.count
        let room = UnsafeMutableRawBufferPointer(start: memory.base + kept, count: Self.readCount - kept)
        let count = try source.read(into: room, at: offset)
        offset += count
        raw = 0..<kept + count
        hasEnded = count == 0
      }
      var consumed = 0
      var found: UInt8 = 0
      cleanEnd += pk_unstuff(memory.base + raw.lowerBound, raw.count, cleanEnd, &consumed, &found)
      raw = raw.lowerBound + consumed..<raw.upperBound
      // All that can be left before a marker are bytes FF, and many mean no more than one.
      if found == 0, !raw.isEmpty { raw = raw.upperBound - 1..<raw.upperBound }
      if found != 0 {
        marker = found
        hasEnded = true
      }
      if hasEnded {
        memset(cleanEnd, 0, Self.overrun)
        bits.stop = UnsafePointer(cleanEnd)
      } else {
        // This may lie before the data, among the bytes as read, as long as there are few.
        bits.stop = UnsafePointer(cleanEnd - Self.overrun)
      }
      return true
    }
  }
#endif
